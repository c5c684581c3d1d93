#include "textflag.h"

// func addAVX2(sums, row *int16, n int)
TEXT ·addAVX2(SB), NOSPLIT, $0-24
	MOVQ sums+0(FP), DI
	MOVQ row+8(FP), SI
	MOVQ n+16(FP), CX

add:
	VMOVDQU (DI), Y0
	VPADDW  (SI), Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	SUBQ    $16, CX
	JNZ     add
	VZEROUPPER
	RET

// func subtractAVX2(sums, row *int16, n int)
TEXT ·subtractAVX2(SB), NOSPLIT, $0-24
	MOVQ sums+0(FP), DI
	MOVQ row+8(FP), SI
	MOVQ n+16(FP), CX

subtract:
	VMOVDQU (DI), Y0
	VPSUBW  (SI), Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	SUBQ    $16, CX
	JNZ     subtract
	VZEROUPPER
	RET

// func replaceAVX2(sums, out, in *int16, n int)
TEXT ·replaceAVX2(SB), NOSPLIT, $0-32
	MOVQ sums+0(FP), DI
	MOVQ out+8(FP), SI
	MOVQ in+16(FP), DX
	MOVQ n+24(FP), CX

replace:
	VMOVDQU (DI), Y0
	VPSUBW  (SI), Y0, Y0
	VPADDW  (DX), Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	ADDQ    $32, DX
	SUBQ    $16, CX
	JNZ     replace
	VZEROUPPER
	RET

// func weighAVX2(sums, output *int16, n int) int64
//
// Sums of 32 bits do not overflow within the bound on output, see
// Shape.MaxOutput.
TEXT ·weighAVX2(SB), NOSPLIT, $0-32
	MOVQ sums+0(FP), DI
	MOVQ output+8(FP), SI
	MOVQ n+16(FP), CX
	VPXOR   Y4, Y4, Y4 // the sums
	VPXOR   Y5, Y5, Y5 // zero
	MOVQ    $0x0080008000800080, AX // One in each lane
	MOVQ    AX, X6
	VPBROADCASTQ X6, Y6

weigh:
	VMOVDQU  (DI), Y0
	VPMAXSW  Y5, Y0, Y0
	VPMINSW  Y6, Y0, Y0
	VPMULLW  Y0, Y0, Y0
	VPMADDWD (SI), Y0, Y0
	VPADDD   Y0, Y4, Y4
	ADDQ     $32, DI
	ADDQ     $32, SI
	SUBQ     $16, CX
	JNZ      weigh

	// Widen to 64 bits and add up.
	VEXTRACTI128 $1, Y4, X0
	VPMOVSXDQ    X4, Y1
	VPMOVSXDQ    X0, Y2
	VPADDQ       Y1, Y2, Y1
	VEXTRACTI128 $1, Y1, X0
	VPADDQ       X0, X1, X1
	VPSRLDQ      $8, X1, X0
	VPADDQ       X0, X1, X1
	VMOVQ        X1, AX
	MOVQ         AX, ret+24(FP)
	VZEROUPPER
	RET

#include "textflag.h"

// func updateAVX2(sums, from, input *int16, plus *uint32, pluses int, minus *uint32, minuses int, n int)
//
// The sums of 64 units at a time, then of 16, stay in registers while the rows
// pass by.
TEXT ·updateAVX2(SB), NOSPLIT, $0-64
	MOVQ sums+0(FP), DI
	MOVQ from+8(FP), R12
	MOVQ input+16(FP), SI
	MOVQ plus+24(FP), R8
	MOVQ pluses+32(FP), R9
	MOVQ minus+40(FP), R10
	MOVQ minuses+48(FP), R11
	MOVQ n+56(FP), CX

wide:
	CMPQ    CX, $64
	JLT     narrow
	VMOVDQU (R12), Y0
	VMOVDQU 32(R12), Y1
	VMOVDQU 64(R12), Y2
	VMOVDQU 96(R12), Y3
	XORQ    AX, AX
	JMP     wideAddTest

wideAdd:
	MOVL   (R8)(AX*4), DX
	LEAQ   (SI)(DX*2), BX
	VPADDW (BX), Y0, Y0
	VPADDW 32(BX), Y1, Y1
	VPADDW 64(BX), Y2, Y2
	VPADDW 96(BX), Y3, Y3
	INCQ   AX

wideAddTest:
	CMPQ AX, R9
	JLT  wideAdd
	XORQ AX, AX
	JMP  wideSubtractTest

wideSubtract:
	MOVL   (R10)(AX*4), DX
	LEAQ   (SI)(DX*2), BX
	VPSUBW (BX), Y0, Y0
	VPSUBW 32(BX), Y1, Y1
	VPSUBW 64(BX), Y2, Y2
	VPSUBW 96(BX), Y3, Y3
	INCQ   AX

wideSubtractTest:
	CMPQ    AX, R11
	JLT     wideSubtract
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	ADDQ    $128, DI
	ADDQ    $128, R12
	ADDQ    $128, SI
	SUBQ    $64, CX
	JMP     wide

narrow:
	TESTQ   CX, CX
	JZ      done
	VMOVDQU (R12), Y0
	XORQ    AX, AX
	JMP     addTest

add:
	MOVL   (R8)(AX*4), DX
	VPADDW (SI)(DX*2), Y0, Y0
	INCQ   AX

addTest:
	CMPQ AX, R9
	JLT  add
	XORQ AX, AX
	JMP  subtractTest

subtract:
	MOVL   (R10)(AX*4), DX
	VPSUBW (SI)(DX*2), Y0, Y0
	INCQ   AX

subtractTest:
	CMPQ    AX, R11
	JLT     subtract
	VMOVDQU Y0, (DI)
	ADDQ    $32, DI
	ADDQ    $32, R12
	ADDQ    $32, SI
	SUBQ    $16, CX
	JMP     narrow

done:
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

// func differAVX2(squares *rules.Square, now, was *rules.Piece, n int) int64
//
// Each square that differs sets two bits of the mask of 16 squares.
TEXT ·differAVX2(SB), NOSPLIT, $0-40
	MOVQ squares+0(FP), DI
	MOVQ now+8(FP), SI
	MOVQ was+16(FP), DX
	MOVQ n+24(FP), CX
	MOVQ DI, R8        // where the list begins
	XORQ AX, AX        // the square
	JMP  differTest

differ:
	VMOVDQU   (SI)(AX*2), Y0
	VPCMPEQW  (DX)(AX*2), Y0, Y0
	VPMOVMSKB Y0, BX
	NOTL      BX
	TESTL     BX, BX
	JNZ       differFound

differNext:
	ADDQ $16, AX

differTest:
	CMPQ AX, CX
	JLT  differ
	SUBQ R8, DI
	SHRQ $1, DI
	MOVQ DI, ret+32(FP)
	VZEROUPPER
	RET

differFound:
	BSFL  BX, R9
	SHRL  $1, R9
	ADDL  AX, R9
	MOVW  R9, (DI)
	ADDQ  $2, DI
	MOVL  BX, R10
	DECL  R10
	ANDL  R10, BX // the lower of the two bits
	MOVL  BX, R10
	DECL  R10
	ANDL  R10, BX // and the upper
	JNZ   differFound
	JMP   differNext

package search

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// preferHugePages asks the system to back the table by huge pages. Nearly
// every probe is on another page, and a processor remembers where a few
// thousand are.
func preferHugePages(clusters []cluster) {
	const huge = 2 << 20
	first := unsafe.SliceData(clusters)
	data := unsafe.Slice((*byte)(unsafe.Pointer(first)), len(clusters)*int(unsafe.Sizeof(*first)))
	from := -uintptr(unsafe.Pointer(first)) & (huge - 1)
	if whole := (len(data) - int(from)) &^ (huge - 1); whole > 0 {
		// Where the system will not, small pages do.
		_ = unix.Madvise(data[from:int(from)+whole], unix.MADV_HUGEPAGE)
	}
}

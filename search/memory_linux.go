package search

import (
	"os"
	"strconv"
	"strings"
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

// FreeMemoryMB returns how many MiB the system could still give, or false if
// that is not known.
func FreeMemoryMB() (int, bool) {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	_, rest, ok := strings.Cut(string(text), "MemAvailable:")
	if !ok {
		return 0, false
	}
	number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	kb, err := strconv.Atoi(number)
	return kb >> 10, err == nil
}

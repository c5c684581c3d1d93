//go:build unix && !linux

package player

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the program the leader of a process group, which signals from
// the terminal do not reach.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the program and all its children.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

//go:build !unix

package player

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup ends the program; its children end when their input does.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

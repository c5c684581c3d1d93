package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestSlurm plays a match as an array job under Slurm, with a controller and a
// node of the test's own on this machine, and merges what the shards wrote.
func TestSlurm(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" || os.Geteuid() != 0 {
		t.Skip("starts Slurm's daemons, as root")
	}
	for _, program := range []string{"slurmctld", "slurmd", "sbatch"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not here (Debian's slurm-wlm)", program)
		}
	}
	dir := t.TempDir()
	conf := startSlurm(t, dir)
	program := filepath.Join(dir, "mujo")
	if text, err := exec.Command("go", "build", "-pgo=off", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, text)
	}
	script := filepath.Join(dir, "job.sh")
	const job = `#!/bin/sh
#SBATCH --array=1-3
#SBATCH --cpus-per-task=1
exec ./mujo match -engine cmd=mujo name=a -engine cmd=mujo name=b -each nodes=60 option.USI_Hash=1 \
	-variant chushogi -games 12 -openings random plies=4 -maxplies 16 \
	-shard $SLURM_ARRAY_TASK_ID/3 -out run-$SLURM_ARRAY_TASK_ID.jsonl
`
	if err := os.WriteFile(script, []byte(job), 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	submit := exec.CommandContext(ctx, "sbatch", "--wait", script)
	submit.Dir = dir
	submit.Env = append(os.Environ(), "SLURM_CONF="+conf)
	if text, err := submit.CombinedOutput(); err != nil {
		logs, _ := filepath.Glob(filepath.Join(dir, "*.log"))
		for _, l := range append(logs, filepath.Join(dir, "slurm-1_1.out")) {
			data, _ := os.ReadFile(l)
			t.Logf("%s:\n%s", l, data)
		}
		t.Fatalf("sbatch: %v\n%s", err, text)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "run-*.jsonl"))
	if len(files) != 3 {
		t.Fatalf("files %v, want three", files)
	}
	if out := ok(t, append([]string{"report"}, files...)...); !strings.Contains(out, "12 games from 3 files") {
		t.Errorf("report:\n%s", out)
	}
}

// startSlurm starts a cluster of one node in dir and returns its configuration.
func startSlurm(t *testing.T, dir string) string {
	t.Helper()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	conf := filepath.Join(dir, "slurm.conf")
	text := fmt.Sprintf(`ClusterName=test
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[3]d
SlurmdPort=%[4]d
AuthType=auth/none
CredType=cred/none
SlurmUser=root
StateSaveLocation=%[2]s/state
SlurmdSpoolDir=%[2]s/spool
SlurmctldPidFile=%[2]s/ctld.pid
SlurmdPidFile=%[2]s/slurmd.pid
SlurmctldLogFile=%[2]s/ctld.log
SlurmdLogFile=%[2]s/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=bf_interval=1,sched_interval=1
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=%[5]d State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`, host, dir, freePort(t), freePort(t), runtime.NumCPU())
	if err := os.WriteFile(conf, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"state", "spool"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"slurmctld", "-D", "-c", "-f", conf}, {"slurmd", "-D", "-c", "-f", conf}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Env = append(os.Environ(), "SLURM_CONF="+conf)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = cmd.Process.Signal(os.Interrupt)
			timer := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
			_ = cmd.Wait()
			timer.Stop()
		})
	}
	return conf
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

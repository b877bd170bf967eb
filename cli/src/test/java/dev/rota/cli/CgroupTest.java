package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written to and read from the kernel's files, in a folder that stands for them. */
class CgroupTest {
  @TempDir private Path mount;

  @Test
  void a_command_gets_a_cgroup_with_its_limit_and_is_measured_by_it() throws Exception {
    var base = Files.createDirectories(mount.resolve("system.slice/rota.service"));
    Files.writeString(base.resolve("cgroup.controllers"), "cpu memory pids\n");
    var own = Files.writeString(mount.resolve("self"), "0::/system.slice/rota.service\n");
    var cgroups = Objects.requireNonNull(Cgroups.find(own, mount));
    assertThat(base.resolve("rota-worker/cgroup.procs"))
        .content()
        .isEqualTo(Long.toString(ProcessHandle.current().pid()));
    assertThat(base.resolve("cgroup.subtree_control")).content().isEqualTo("+memory");

    var cgroup = cgroups.open("job-1", 64);
    assertThat(base.resolve("job-1/memory.max")).content().isEqualTo("67108864");
    assertThat(cgroup.wasOutOfMemory()).isFalse();
    assertThat(cgroup.cpuTime()).isZero();
    Files.writeString(base.resolve("job-1/cpu.stat"), "usage_usec 1500000\nuser_usec 1\n");
    Files.writeString(base.resolve("job-1/memory.peak"), "1048576\n");
    Files.writeString(base.resolve("job-1/memory.events"), "low 0\noom 1\noom_kill 1\n");
    assertThat(cgroup.cpuTime()).isEqualTo(Duration.ofMillis(1500));
    assertThat(cgroup.memoryPeak()).isEqualTo(1 << 20);
    assertThat(cgroup.wasOutOfMemory()).isTrue();
    assertThat(
            String.join(
                " ", new CommandLimits(64, Duration.ofSeconds(2)).words("true", "mark", cgroup)))
        .contains("echo $$ > '" + base.resolve("job-1/cgroup.procs") + "' && ulimit -t 3 && ")
        .contains(" && ulimit -S -t 2 && ")
        .doesNotContain("ulimit -v");
    cgroup.close();
    assertThat(base.resolve("job-1/cgroup.kill")).content().isEqualTo("1");
  }

  @Test
  void without_a_memory_controller_or_the_unified_hierarchy_there_is_none() throws Exception {
    var own = Files.writeString(mount.resolve("self"), "9:name=systemd:/\n0::/\n");
    assertThat(Cgroups.find(own, mount)).isNull();
    Files.writeString(mount.resolve("cgroup.controllers"), "cpu\n");
    assertThat(Cgroups.find(own, mount)).isNull();
    assertThat(new CommandLimits(64, null).words("true", "mark", null).toString())
        .contains("ulimit -v 65536 && ");
  }
}

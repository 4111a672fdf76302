package dev.hyperterse.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.junit.RealApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests at once: each that breaks a control plane starts its own, and mostly waits for it. */
@RealApiServer
@Execution(ExecutionMode.CONCURRENT)
class ControlPlaneIT {
    private static final Provision PROGRAMS =
            Programs.ofThisUser().provide(Program.ETCD, Program.KUBE_APISERVER, Program.KUBECTL);

    @TempDir
    Path directory;

    @Test
    void isOfTheVersionThatWasAskedFor(ControlPlane shared) {
        assertThat(shared.kubectl().run("version").output())
                .contains("Server Version: v1.35.4")
                .contains("Client Version: v1.35.4");
    }

    @Test
    void grantsByRolesOnly(ControlPlane shared) {
        assertThat(shared.kubectl().run("auth", "can-i", "create", "pods").output())
                .contains("yes");
        assertThat(shared.kubectl()
                        .run("auth", "can-i", "create", "pods", "--as=somebody")
                        .output())
                .contains("no");
    }

    @Test
    void keepsTheAdministratorsFileToItself(ControlPlane shared) throws IOException {
        assertThat(Files.getPosixFilePermissions(shared.kubeconfig()))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void aKilledApiServerComesBackWithWhatItHeld() {
        try (var own = ControlPlane.start(available(), false)) {
            own.kubectl().run("create", "configmap", "kept");
            own.killApiServer();
            assertThat(own.kubectl().run("get", "configmap", "kept").errors()).contains("refused");
            own.startApiServer();
            assertThat(own.kubectl().run("get", "configmap", "kept").succeeded())
                    .isTrue();
        }
    }

    @Test
    void aPausedApiServerAnswersNothingUntilItGoesOn() {
        try (var own = ControlPlane.start(available(), false)) {
            own.pauseApiServer();
            var deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
            // Its threads stop one after the other, as they are scheduled.
            while (own.kubectl()
                    .run("get", "namespaces", "--request-timeout=1s")
                    .succeeded()) {
                assertThat(System.nanoTime()).isLessThan(deadline);
            }
            own.resumeApiServer();
            assertThat(own.kubectl().run("get", "namespaces").succeeded()).isTrue();
        }
    }

    @Test
    void aRestoredSnapshotKnowsNothingOfWhatCameAfter() {
        try (var own = ControlPlane.start(available(), false)) {
            own.kubectl().run("create", "configmap", "before");
            var snapshot = own.snapshot();
            own.kubectl().run("create", "configmap", "after");
            own.restore(snapshot);
            assertThat(own.kubectl().run("get", "configmaps", "-o", "name").output())
                    .contains("configmap/before")
                    .doesNotContain("configmap/after");
        }
    }

    @Test
    void goesOnWithWhatIsInItsDirectory() {
        try (var first = ControlPlane.startIn(directory, available(), false)) {
            first.kubectl().run("create", "configmap", "kept");
        }
        try (var second = ControlPlane.startIn(directory, available(), false)) {
            assertThat(second.kubectl().run("get", "configmap", "kept").succeeded())
                    .isTrue();
        }
    }

    @Test
    void leavesNothingBehind() {
        var own = ControlPlane.start(available(), false);
        var home = own.kubeconfig().getParent();
        own.close();
        own.close();
        assertThat(home).doesNotExist();
    }

    /** However this JVM ends, nothing it started may go on: here a second JVM ends without any farewell. */
    @Test
    void aProcessEndsWithTheJvmThatStartedIt() throws IOException, InterruptedException {
        var jvm = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StartsAndHangs.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var lines = jvm.inputReader()) {
            var child = ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
            assertThat(child.isAlive()).isTrue();
            jvm.destroyForcibly();
            assertThat(child.onExit()).succeedsWithin(Duration.ofMinutes(1));
        } finally {
            jvm.destroyForcibly();
        }
    }

    /** The main class of that second JVM. */
    static final class StartsAndHangs {
        private StartsAndHangs() {}

        @SuppressWarnings("resource")
        public static void main(String[] arguments) throws InterruptedException {
            var directory = Path.of(arguments[0]);
            var child = ChildProcess.start(
                    List.of("/bin/sleep", "600"), System.getenv(), directory, directory.resolve("child.log"));
            System.out.println(child.pid());
            Thread.currentThread().join();
        }
    }

    private static Provision.Available available() {
        return (Provision.Available) PROGRAMS;
    }
}

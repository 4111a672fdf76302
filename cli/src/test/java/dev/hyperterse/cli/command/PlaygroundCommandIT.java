package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.controlplane.Program;
import dev.hyperterse.controlplane.Programs;
import dev.hyperterse.controlplane.Provision;
import dev.hyperterse.controlplane.junit.RealApiServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** In a cache folder of its own, so that a developer's playground is left alone; the programs are those of the user. */
@RealApiServer(controllers = true)
@Order(1)
class PlaygroundCommandIT {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path cache;

    @BeforeEach
    void shareThePrograms() throws IOException {
        var programs = (Provision.Available) Programs.ofThisUser().provide(Program.values());
        Files.createDirectory(cache.resolve("hyperterse"));
        Files.createSymbolicLink(
                cache.resolve("hyperterse/controlplane"), programs.directory().getParent());
    }

    @AfterEach
    void down() {
        run("playground", "down");
    }

    @Test
    void aCrashedPlaygroundLeavesNothingRunningAndAnotherOneGoesDownWithoutATrace() throws Exception {
        assertThat(run("playground", "status")).isEqualTo("the playground is down\n");
        var crashed = json(run("playground", "up", "--operator-replicas", "0", "--output", "json"));
        assertThat(crashed.path("state").asString()).isEqualTo("ready");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("playground: installing custom resources");

        var daemon = daemon();
        var children = daemon.descendants().toList();
        assertThat(children).hasSizeGreaterThanOrEqualTo(3);
        daemon.destroyForcibly();
        for (var child : children) {
            child.onExit().get(1, TimeUnit.MINUTES);
        }
        assertThat(json(run("playground", "status", "--output", "json"))
                        .path("state")
                        .asString())
                .isEqualTo("down");

        var up = json(run("playground", "up", "--operator-replicas", "0", "--output", "json"));
        assertThat(up.path("apiServer")).isNotEqualTo(crashed.path("apiServer"));
        comesUpOnceAndGoesDownWithoutATrace(up);
    }

    private void comesUpOnceAndGoesDownWithoutATrace(JsonNode up) throws IOException {
        var again = json(run("playground", "up", "--operator-replicas", "0", "--output", "json"));
        assertThat(again.path("kubeconfig")).isEqualTo(up.path("kubeconfig"));
        assertThat(again.path("apiServer")).isEqualTo(up.path("apiServer"));
        assertThat(kubectl(up, "get", "crd", "tools.hyperterse.dev", "-o", "name"))
                .contains("tools.hyperterse.dev");
        assertThat(run("playground", "status"))
                .contains("the playground is ready")
                .contains("kubeconfig");

        var daemon = daemon();
        assertThat(run("playground", "down")).isEqualTo("the playground is down\n");
        assertThat(daemon.isAlive()).isFalse();
        assertThat(cache.resolve("hyperterse/playground")).doesNotExist();
        assertThat(run("playground", "down")).isEqualTo("no playground was running\n");
    }

    @Test
    void refusesUnknownArguments() {
        assertThat(execute("playground")).isEqualTo(ExitCode.USAGE.code());
        assertThat(execute("playground", "up", "--operator-replicas", "many")).isEqualTo(ExitCode.USAGE.code());
        assertThat(execute("playground", "sideways")).isEqualTo(ExitCode.USAGE.code());
        assertThat(cache.resolve("hyperterse/playground")).doesNotExist();
    }

    private ProcessHandle daemon() throws IOException {
        var identity = json(Files.readString(cache.resolve("hyperterse/playground/process.json")));
        return ProcessHandle.of(identity.path("pid").asLong()).orElseThrow();
    }

    private String kubectl(JsonNode up, String... arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(((Provision.Available) Programs.ofThisUser().provide(Program.KUBECTL))
                .pathOf(Program.KUBECTL)
                .toString());
        command.add("--kubeconfig=" + up.path("kubeconfig").asString());
        command.add("--cache-dir=" + cache.resolve("kubectl"));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            return output.readAllAsString();
        }
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    /** What a command that succeeds prints. */
    private String run(String... arguments) {
        assertThat(execute(arguments)).as(err.toString(StandardCharsets.UTF_8)).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    private int execute(String... arguments) {
        out.reset();
        err.reset();
        var terminal = new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of("XDG_CACHE_HOME", cache.toString(), "PATH", ""));
        return CommandTree.of(terminal).execute(arguments);
    }
}

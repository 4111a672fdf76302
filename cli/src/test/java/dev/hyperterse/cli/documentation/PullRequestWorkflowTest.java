package dev.hyperterse.cli.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the example's workflow, as a runner executes them at the root of a pull request. */
class PullRequestWorkflowTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "gitops");
    private static final Pattern COMMAND = Pattern.compile("- run: \\.hyperterse/bin/hyperterse (.*)");
    private static final Path TOOLS = Path.of("teams", "orders", "tools.yaml");

    @TempDir
    private Path root;

    private List<String> commands;

    record Ended(int code, String said) {}

    @BeforeEach
    void checkOut() throws IOException {
        copyTo(root);
        copyTo(root.resolve(".base"));
        var workflow = Files.readString(EXAMPLE.resolve(".github/workflows/tools.yaml"));
        commands = COMMAND.matcher(workflow).results().map(it -> it.group(1)).toList();
    }

    @Test
    void anUnchangedRepositoryPasses() throws Exception {
        assertThat(commands).hasSize(2);
        for (var command : commands) {
            assertThat(run(command)).as(command).extracting(Ended::code).isEqualTo(0);
        }
    }

    /** An annotation is shown where its path is that of a file of the repository. */
    @Test
    void breakingChangeIsAnnotatedInTheFileOfTheRepository() throws Exception {
        var tools = root.resolve(TOOLS);
        Files.writeString(tools, Files.readString(tools).replaceFirst(", optional: true", ""));
        assertThat(run(commands.getFirst()).code()).isZero();
        var compared = run(commands.getLast());
        assertThat(compared.code()).isEqualTo(4);
        assertThat(compared.said()).contains("::warning file=" + TOOLS + ",line=");
    }

    private Ended run(String arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                // As the launcher has them: commands are short.
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.hyperterse.cli.Hyperterse"));
        command.addAll(List.of(arguments.split(" ")));
        var builder = new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
        builder.environment().put("GITHUB_ACTIONS", "true");
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    private static void copyTo(Path directory) throws IOException {
        try (var files = Files.walk(EXAMPLE)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var copy = directory.resolve(EXAMPLE.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }
}

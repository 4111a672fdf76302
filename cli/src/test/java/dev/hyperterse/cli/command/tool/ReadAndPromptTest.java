package dev.hyperterse.cli.command.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Prompts and resources of a directory and of a server say the same. */
@Timeout(120)
class ReadAndPromptTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path directory;
    private Quickstart shop;

    @BeforeEach
    void serve() throws IOException {
        directory = Quickstart.copyTo(folder);
        shop = Quickstart.serve(directory, folder.resolve("cache"));
    }

    @AfterEach
    void stop() throws IOException {
        shop.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aResourceIsRead(boolean remote) {
        assertThat(run(remote, "read")).as(err()).isZero();
        assertThat(out()).contains("shop://opening-hours", "shop://products/{id}", "text/markdown");
        assertThat(run(remote, "read", "shop://opening-hours")).as(err()).isZero();
        assertThat(out()).contains("Monday to Friday");
        assertThat(run(remote, "read", "shop://opening-hours", "-o", "json")).isZero();
        assertThat(JsonMapper.shared().readTree(out()).at("/contents/0/uri").asString())
                .isEqualTo("shop://opening-hours");
        assertThat(run(remote, "read", "shop://nothing")).isEqualTo(1);
        assertThat(err()).contains("Resource not found");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPromptIsShown(boolean remote) {
        assertThat(run(remote, "prompt")).as(err()).isZero();
        assertThat(out()).contains("answer-customer", "customer question [tone]");
        assertThat(run(remote, "prompt", "answer-customer", "customer=Ada", "question=Where = my order?"))
                .as(err())
                .isZero();
        assertThat(out()).contains("user: A customer of the shop", "Customer: Ada", "Question: Where = my order?");
        assertThat(run(remote, "prompt", "answer-customer")).isEqualTo(1);
        assertThat(err()).contains("customer");
        assertThat(run(remote, "prompt", "nothing")).isEqualTo(1);
        assertThat(err()).contains("nothing");
    }

    @Test
    void argumentsAreKeyAndValue() {
        assertThat(run(false, "prompt", "answer-customer", "Ada")).isEqualTo(2);
        assertThat(err()).contains("write arguments as key=value, not 'Ada'");
    }

    private int run(boolean remote, String command, String... words) {
        out.reset();
        err.reset();
        var terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()));
        var target = remote ? shop.url().toString() : directory.toString();
        return CommandTree.of(terminal)
                .execute(Stream.concat(Stream.of(command, target), Stream.of(words))
                        .toArray(String[]::new));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}

package dev.hyperterse.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.diagnostics.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceExcerptsTest {
    @TempDir
    private Path folder;

    @Test
    void theLineOfAPlace() throws IOException {
        assertThat(line("tools.yaml", "kind: Tool\r\n  a: \"b\"\r\n", 2)).isEqualTo("  a: \"b\"");
        assertThat(line("tools.yaml", "kind: Tool", 7))
                .as("the file is shorter now")
                .isEmpty();
        assertThat(new SourceExcerpts().line(new Place("nowhere.yaml", 1, 1))).isEmpty();
        assertThat(new SourceExcerpts().line(new Place(folder.toString(), 1, 1)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password: {value: hunter2}",
                "url: postgresql://app:hunter2@db/shop",
                "- {name: API_KEY, value: hunter2}",
                "token: hunter2",
                "{pwd: hunter2}",
                "x-api-key: hunter2",
                "Authorization: Bearer hunter2",
                "- {name: SESSION_ID, value: hunter2}"
            })
    void aLineThatMayHoldACredentialIsNotShown(String line) throws IOException {
        assertThat(line("server.yaml", "kind: HyperterseServer\n" + line, 2)).isEmpty();
    }

    @Test
    void wordsThatOnlyTogetherSoundLikeACredentialAreShown() throws IOException {
        assertThat(line("tools.yaml", "a\nSELECT to, ken FROM pass, words", 2)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind: Secret",
                "kind: 'Secret'",
                "{\"kind\" : \"Secret\"}",
                "kind: !!str Secret",
                "stringData:",
            })
    void nothingOfAFileWithASecretIsShown(String secret) throws IOException {
        assertThat(line("all.yaml", "kind: Tool\n---\n" + secret + "\n", 1)).isEmpty();
    }

    @Test
    void nothingOfTheEnvironmentIsShown() throws IOException {
        assertThat(line(".env", "NAME=hunter2", 1)).isEmpty();
    }

    private String line(String name, String text, int line) throws IOException {
        var file = Files.writeString(folder.resolve(name), text);
        return new SourceExcerpts().line(new Place(file.toString(), line, 1));
    }
}

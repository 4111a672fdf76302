package dev.hyperterse.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.testbed.Requirement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a change of ours would break for everybody first. */
class OfficialClientsIT {
    @TempDir
    private Path folder;

    private Quickstart quickstart;

    @BeforeEach
    void serve() throws IOException {
        quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"));
    }

    @AfterEach
    void stop() {
        quickstart.close();
    }

    @Test
    void typeScript() {
        var client = Requirement.fulfil(() -> ClientTools.ofNode("typescript"));
        var printed = client.runScript("typescript", "client.mjs", List.of("node"), url(), tools());
        assertThat(printed).endsWith("ok\n");
    }

    @Test
    void typeScriptOfTheModernEra() {
        var client = Requirement.fulfil(() -> ClientTools.ofNode("typescript-modern"));
        var printed = client.runScript("typescript-modern", "client.mjs", List.of("node"), url(), tools());
        assertThat(printed).endsWith("ok\n");
    }

    @Test
    void python() {
        var client = Requirement.fulfil(() -> ClientTools.ofPython("python"));
        var printed = client.runScript("python", "client.py", List.of("venv/bin/python"), url(), tools());
        assertThat(printed).endsWith("ok\n");
    }

    @Test
    void pythonOfTheModernEra() {
        var client = Requirement.fulfil(() -> ClientTools.ofPython("python"));
        var printed = client.runScript("python", "modern.py", List.of("venv/bin/python"), url(), tools());
        assertThat(printed).endsWith("ok\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --method tools/list                                                                       | execute
            --method tools/call --tool-name search --tool-arg query=stock                             | low-stock
            --method tools/call --tool-name execute --tool-arg tool=low-stock --tool-arg inputs={}    | Moka pot
            --method prompts/get --prompt-name answer-customer --prompt-args customer=Ada question=Q1 | Question: Q1
            --method resources/read --uri shop://opening-hours                                        | Saturday
            """)
    void inspector(String request, String answer) {
        var inspector = Requirement.fulfil(() -> ClientTools.ofNode("inspector"));
        var command = new ArrayList<>(List.of(
                "node_modules/.bin/node", "node_modules/.bin/mcp-inspector", "--cli", url(), "--transport", "http"));
        command.addAll(List.of(request.split(" ")));
        assertThat(inspector.run(command)).contains(answer);
    }

    private String url() {
        return quickstart.url().toString();
    }

    private String tools() {
        return quickstart.file("tools.yaml").toString();
    }
}

package dev.hyperterse.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.testbed.Chromium;
import dev.hyperterse.testbed.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of tools in a browser, in sandboxed frames of a host that speaks MCP Apps. */
class ViewsIT {
    @Test
    void clientShowsTablesChartsAndForms(@TempDir Path folder) throws IOException {
        var chromium = Requirement.fulfil(Chromium::program);
        var driver = Requirement.fulfil(() -> ClientTools.ofNode("console"));
        var directory = Quickstart.copyTo(folder);
        edit(directory.resolve("server.yaml"), "spec:\n  serverInfo:", "spec:\n  exposure: Direct\n  serverInfo:");
        var tools = directory.resolve("tools.yaml");
        edit(tools, "  title: Products running low\n", "  title: Products running low\n  view: {kind: Table}\n");
        edit(tools, "  title: Sales by month\n", "  title: Sales by month\n  view: {kind: Chart}\n");
        edit(tools, "  title: Find products\n", "  title: Find products\n  view: {kind: Form}\n");
        try (var quickstart = Quickstart.serve(directory, folder.resolve("cache"))) {
            var printed = driver.runScript(
                    "console",
                    "views.mjs",
                    List.of("node"),
                    chromium.toString(),
                    quickstart.url().toString());

            assertThat(printed).endsWith("ok\n");
        }
    }

    private static void edit(Path file, String from, String to) throws IOException {
        var text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to));
    }
}

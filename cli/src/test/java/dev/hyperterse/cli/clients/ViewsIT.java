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
    private static final String MORE_TOOLS = """
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: repeat}
            spec:
              serverRefs: [{name: shop}]
              description: Returns its inputs
              hints: {readOnly: true}
              view: {kind: Form}
              inputs:
                - {name: note, type: string, optional: true}
                - {name: sold, type: boolean, optional: true}
                - {name: count, type: int, optional: true}
                - {name: more, type: object, optional: true}
              statement:
                adapter: shop
                text: {inline: "SELECT {{ inputs.note }} AS note, {{ inputs.sold }} AS sold, {{ inputs.count }} AS count, {{ inputs.more }} AS more"}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: choose}
            spec:
              serverRefs: [{name: shop}]
              description: Counts what was chosen
              hints: {readOnly: true}
              view: {kind: Form}
              inputs:
                - {name: sold, type: boolean}
                - {name: sizes, type: array, items: {type: string, enum: [small, large, huge]}}
                - {name: colors, type: array, items: {type: string, enum: [red, blue]}, optional: true}
              statement:
                adapter: shop
                text: {inline: "SELECT {{ inputs.sold }} AS sold, (SELECT count(*) FROM json_each({{ inputs.sizes | json }})) AS sizes, {{ inputs.colors | json }} IS NULL AS plain"}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: one-row}
            spec:
              serverRefs: [{name: shop}]
              description: Returns the row of a product
              hints: {readOnly: true}
              view: {kind: Table}
              result: {shape: Row}
              statement:
                adapter: shop
                text: {inline: "SELECT id, name FROM products WHERE id = 1"}
            """;

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
        Files.writeString(directory.resolve("more.yaml"), MORE_TOOLS);
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

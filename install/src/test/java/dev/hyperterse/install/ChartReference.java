package dev.hyperterse.install;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The page of all values of the charts, from their schemas and defaults. */
final class ChartReference {
    static final Path FILE = Path.of("..", "docs", "reference", "charts.md");

    private ChartReference() {}

    static String generated() throws IOException {
        var page = new ArrayList<>(List.of(
                "# Values of the charts",
                "",
                "Generated from `charts/*/values.schema.json` and `values.yaml`. How to install: [docs/install.md](../install.md#helm).",
                ""));
        for (var chart : Chart.values()) {
            var description = yaml(chart, "Chart.yaml").get("description").asText();
            page.addAll(List.of(
                    "## " + chart.directory().getFileName(),
                    "",
                    description,
                    "",
                    "| value | default | meaning |",
                    "|---|---|---|"));
            rows("", yaml(chart, "values.schema.json"), yaml(chart, "values.yaml"), page);
            page.add("");
        }
        page.removeLast();
        return String.join("\n", page) + "\n";
    }

    private static void rows(String prefix, JsonNode schema, JsonNode defaults, List<String> page) {
        schema.get("properties").forEachEntry((name, property) -> {
            if (defaults.has(name)) {
                row(prefix + name, property, defaults.get(name), page);
            }
        });
    }

    private static void row(String path, JsonNode property, JsonNode standard, List<String> page) {
        if (property.has("properties")) {
            rows(path + ".", property, standard, page);
            return;
        }
        var choices = new ArrayList<String>();
        property.path("enum").forEach(choice -> choices.add("`" + choice.asText() + "`"));
        var meaning = property.get("description").asText()
                + (choices.isEmpty() ? "" : " One of " + String.join(", ", choices) + ".");
        page.add("| `%s` | `%s` | %s |".formatted(path, standard, meaning));
    }

    private static JsonNode yaml(Chart chart, String file) throws IOException {
        return Serialization.unmarshal(Files.readString(chart.directory().resolve(file)), JsonNode.class);
    }
}

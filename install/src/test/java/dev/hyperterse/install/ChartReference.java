package dev.hyperterse.install;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All values of the charts, from their schemas and defaults: as one page, and as the README that each chart is packaged with. */
final class ChartReference {
    static final Path FILE = Path.of("..", "docs", "reference", "charts.md");

    private static final String SOURCE = "`charts/*/values.schema.json` and `values.yaml`";

    private ChartReference() {}

    static String generated() throws IOException {
        var page = new ArrayList<>(List.of(
                "# Values of the charts",
                "",
                "Generated from " + SOURCE + ". How to install: [docs/install.md](../install.md#helm).",
                ""));
        for (var chart : Chart.values()) {
            page.addAll(List.of("## " + chart.directory().getFileName(), "", description(chart), ""));
            page.addAll(table(chart));
            page.add("");
        }
        page.removeLast();
        return String.join("\n", page) + "\n";
    }

    static Path readme(Chart chart) {
        return chart.directory().resolve("README.md");
    }

    /** What {@code helm show readme} prints. Without links: the package has none of the other pages. */
    static String readmeOf(Chart chart) throws IOException {
        var page = new ArrayList<>(List.of(
                "# " + chart.directory().getFileName(),
                "",
                description(chart),
                "",
                "```sh",
                command(chart),
                "```",
                "",
                "How to install, upgrade and uninstall it is in `docs/install.md` of the repository of Hyperterse for Kubernetes. A value that is missing or null is its default. This page is generated from `values.schema.json` and `values.yaml`.",
                ""));
        page.addAll(table(chart));
        return String.join("\n", page) + "\n";
    }

    private static String command(Chart chart) {
        return switch (chart) {
            case CRDS -> "helm install hyperterse-crds CHART";
            case OPERATOR ->
                "helm install hyperterse-operator CHART --namespace hyperterse-system --create-namespace --set 'gatewayNamespaces={shop}'";
            case SERVER -> "helm install shop CHART --namespace shop --values shop.yaml";
            case TENANT -> "helm install shop CHART --namespace tenants --values shop.yaml";
        };
    }

    private static String description(Chart chart) throws IOException {
        return yaml(chart, "Chart.yaml").get("description").asText();
    }

    private static List<String> table(Chart chart) throws IOException {
        var table = new ArrayList<>(List.of("| value | default | meaning |", "|---|---|---|"));
        rows("", yaml(chart, "values.schema.json"), yaml(chart, "values.yaml"), table);
        return table;
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

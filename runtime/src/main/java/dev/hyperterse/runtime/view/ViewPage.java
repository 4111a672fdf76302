package dev.hyperterse.runtime.view;

import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.ToolView;
import dev.hyperterse.catalog.result.RowShape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The page of a tool's view: the author's, or ours with the settings of the tool in it. */
public final class ViewPage {
    public static final String MIME_TYPE = "text/html;profile=mcp-app";

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final PageSource OURS = PageSource.read();

    private ViewPage() {}

    /** The URI that the entry of the tool names. */
    public static String uri(ToolLeaf tool) {
        return ToolView.URIS + tool.name();
    }

    /** The page as a resource; empty where the tool has no view. */
    public static Optional<ResourceLeaf> of(ToolLeaf tool) {
        return tool.view().map(view -> resource(tool, content(tool, view)));
    }

    private static ResourceLeaf resource(ToolLeaf tool, List<Template.Piece> content) {
        return new ResourceLeaf(
                tool.identity(),
                new ResourceLeaf.Address.Fixed(uri(tool)),
                tool.name(),
                tool.title(),
                Optional.of("The page on which clients show the tool " + tool.name() + "."),
                List.of(),
                Optional.of(MIME_TYPE),
                Optional.empty(),
                ResourceLeaf.Audience.ANYONE,
                List.of(),
                new ResourceLeaf.Body.Text(new Template(content)),
                tool.access(),
                tool.protections());
    }

    /** The texts around the settings are the same objects in all pages, so that a thousand cost little. */
    private static List<Template.Piece> content(ToolLeaf tool, ToolView view) {
        return view.page()
                .map(html -> List.<Template.Piece>of(new Template.Literal(html)))
                .orElseGet(() -> List.of(OURS.beginning(), new Template.Literal(settings(tool, view)), OURS.end()));
    }

    /** As it can be in a script element: no text of an author ends that. */
    private static String settings(ToolLeaf tool, ToolView view) {
        var json = JSON.createObjectNode()
                .put("kind", view.kind().name())
                .put("tool", tool.name())
                .put("title", tool.title().orElse(tool.name()))
                .put("isRow", isRow(tool));
        view.chart().ifPresent(chart -> {
            var columns = json.putObject("chart");
            chart.marks().ifPresent(marks -> columns.put("marks", marks.name()));
            chart.label().ifPresent(label -> columns.put("label", label));
            var values = columns.putArray("values");
            chart.values().forEach(values::add);
        });
        if (view.kind() == ToolView.Kind.Form) {
            json.set("inputSchema", tool.inputSchema());
        }
        return new String(JSON.writeValueAsBytes(json), StandardCharsets.UTF_8).replace("<", "\\u003c");
    }

    /** Whether the result is one row; an output transform may return anything. */
    private static boolean isRow(ToolLeaf tool) {
        return tool.result().filter(it -> it.shape() == RowShape.Row).isPresent()
                && tool.transforms().flatMap(ToolLeaf.Transforms::output).isEmpty();
    }
}

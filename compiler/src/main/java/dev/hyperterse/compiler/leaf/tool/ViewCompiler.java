package dev.hyperterse.compiler.leaf.tool;

import dev.hyperterse.catalog.ToolView;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.tool.ToolView.Chart;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Compiles the page on which clients show a tool. */
public final class ViewCompiler {
    /** The author's own page. */
    public static final String PAGE = "spec.view.page";

    private static final String KIND = "spec.view.kind";
    private static final String CHART = "spec.view.chart";

    /** A key of a ConfigMap may have four times as much, and each client loads the page. */
    private static final int LONGEST_PAGE = 256 * 1024;

    private ViewCompiler() {}

    static Checked<ToolView> compile(dev.hyperterse.crds.v1alpha1.tool.ToolView declared, Links links) {
        if (declared.kind().isPresent() == declared.page().isPresent()) {
            return faulty(
                    Reason.InvalidSpec,
                    "spec.view",
                    "one-page",
                    "the view has no page, or several",
                    "set exactly one of kind and page");
        }
        var kind = declared.kind()
                .map(it -> Choice.checked(it, ToolView.Kind.class, KIND))
                .orElseGet(() -> Checked.sound(ToolView.Kind.Page));
        return kind.then(it -> {
            return it == ToolView.Kind.Page
                    ? page(declared.page().orElseThrow(), links)
                    : chart(declared.chart()).map(chart -> new ToolView(it, chart, Optional.empty()));
        });
    }

    /** The result of a tool has no rows that the page could find. */
    static Problem withoutRows(ToolView view) {
        return Reason.InvalidSpec.problem(
                KIND,
                "view-of-rows",
                "%s shows rows, and this tool has none as structured content".formatted(view.kind()),
                "declare an outputSchema of type object whose member is an array of rows, remove result.shape: Value,"
                        + " or use kind: Form");
    }

    private static Checked<Optional<ToolView.Chart>> chart(Optional<Chart> declared) {
        return declared.map(chart -> chart.marks()
                        .map(it -> Choice.checked(it, ToolView.Marks.class, CHART + ".marks")
                                .map(Optional::of))
                        .orElseGet(() -> Checked.sound(Optional.empty()))
                        .map(marks -> Optional.of(new ToolView.Chart(marks, chart.label(), chart.values()))))
                .orElseGet(() -> Checked.sound(Optional.empty()));
    }

    private static Checked<ToolView> page(Document document, Links links) {
        return links.text(document, PAGE).then(html -> {
            if (html.isBlank()) {
                return faulty(
                        Reason.InvalidContent,
                        PAGE,
                        "page-has-text",
                        "the page is empty",
                        "write an HTML document, or use kind");
            }
            return html.getBytes(StandardCharsets.UTF_8).length > LONGEST_PAGE
                    ? faulty(
                            Reason.InvalidContent,
                            PAGE,
                            "page-size",
                            "the page has more than 256 KiB",
                            "make it smaller: clients load it with the tool")
                    : Checked.sound(new ToolView(ToolView.Kind.Page, Optional.empty(), Optional.of(html)));
        });
    }

    private static Checked<ToolView> faulty(Reason reason, String path, String rule, String message, String remedy) {
        return Checked.faulty(reason.problem(path, rule, message, remedy));
    }
}

package dev.hyperterse.crds.v1alpha1.tool;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** The page on which clients show a tool. */
@ValidationRule(value = "has(self.kind) != has(self.page)", message = "exactly one of kind and page must be set")
@ValidationRule(
        value = "!has(self.chart) || (has(self.kind) && self.kind == 'Chart')",
        message = "chart is for kind Chart only")
public record ToolView(
        @JsonPropertyDescription(
                "A page of Hyperterse. Table and Chart show the rows of the result, which answers then have as structured"
                        + " content too; Form asks for the inputs and calls the tool. Exactly one of kind and page.")
        Optional<Kind> kind,

        @JsonPropertyDescription("The columns of the chart. Default: guessed from the first rows.")
        Optional<Chart> chart,

        @JsonPropertyDescription(
                "A page of your own in place of kind: one HTML file, up to 256 KiB, that speaks MCP Apps and loads nothing.")
        Optional<Document> page) {
    /** The pages of Hyperterse. */
    public enum Kind {
        Table,
        Chart,
        Form,
        Unrecognized
    }

    /** The columns of a chart. */
    public record Chart(
            @JsonPropertyDescription("Bars, or Lines. Default: Lines where the labels are dates, else Bars.")
            Optional<Marks> marks,

            @JsonPropertyDescription("The column along the axis. Default: the first that has no numbers.")
            @Size(min = 1, max = Bounds.COLUMN)
            Optional<String> label,

            @JsonPropertyDescription("The columns of numbers, 1 to 4. Default: the first ones.")
            @AtomicList
            @Size(min = 1, max = 4)
            List<@Size(min = 1, max = Bounds.COLUMN) String> values) {}

    /** The marks of a chart. */
    public enum Marks {
        Bars,
        Lines,
        Unrecognized
    }
}

package dev.hyperterse.catalog;

import java.util.List;
import java.util.Optional;

/**
 * The page on which clients with MCP Apps show a tool.
 *
 * @param chart the columns of a chart, where the author names them
 * @param page the author's HTML, for {@link Kind#Page}
 */
public record ToolView(Kind kind, Optional<Chart> chart, Optional<String> page) {
    /** The URI of each view begins so, and ends with the name of its tool. */
    public static final String URIS = "ui://tools/";

    /** Whether the page shows the rows of a result. */
    public boolean showsRows() {
        return kind == Kind.Table || kind == Kind.Chart;
    }

    /** The pages of Hyperterse, and the author's own. */
    public enum Kind {
        Table,
        Chart,
        Form,
        Page
    }

    /**
     * The columns of a chart; the page guesses those that are absent.
     *
     * @param marks absent where the labels decide
     * @param label the column along the axis
     * @param values the columns of numbers
     */
    public record Chart(Optional<Marks> marks, Optional<String> label, List<String> values) {
        public Chart {
            values = values == null ? List.of() : List.copyOf(values);
        }
    }

    public enum Marks {
        Bars,
        Lines
    }
}

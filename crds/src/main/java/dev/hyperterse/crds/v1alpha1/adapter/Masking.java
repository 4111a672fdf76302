package dev.hyperterse.crds.v1alpha1.adapter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** Columns that callers see only masked, whatever a statement calls them or makes of them. */
public record Masking(
        @JsonPropertyDescription("Where the labels of columns come from.") @Required
        Labels labels,

        @JsonPropertyDescription(
                "What callers see of columns with a label. Of several rules for a column the strictest applies, in the"
                        + " order LastFour, Hash, SetNull, Refuse. Up to 32.")
        @Required
        @AtomicList
        @Size(min = 1, max = 32)
        List<MaskRule> rules) {
    public Masking {
        labels = labels == null ? new Labels(Optional.empty(), List.of()) : labels;
    }

    /** The labels of columns. */
    public record Labels(
            @JsonPropertyDescription(
                    "Whether a word like @pii in the comment of a column labels it, on Postgres and Mysql. Disabled (default)"
                            + " or Enabled.")
            Optional<FromComments> fromComments,

            @JsonPropertyDescription("Columns that are labelled here. Up to 512.") @AtomicList @Size(max = 512)
            List<LabelledColumn> columns) {}

    /** A column with its labels. */
    public record LabelledColumn(
            @JsonPropertyDescription(
                    "The table, as the database stores its name: customers, or public.customers. Its partitions have"
                            + " the same labels.")
            @Required
            @Size(min = 1, max = Bounds.COLUMN)
            String table,

            @JsonPropertyDescription("The column, as the database stores its name.")
            @Required
            @Size(min = 1, max = Bounds.COLUMN)
            String column,

            @JsonPropertyDescription("Its labels, such as pii.") @Required @ListSet @Size(min = 1, max = 16)
            List<@Size(min = 1, max = Bounds.LABEL) @Pattern(Formats.LABEL) String> labels) {}

    /** The treatment of columns with a label. */
    public record MaskRule(
            @JsonPropertyDescription("The labels that the rule is about.") @Required @ListSet @Size(min = 1, max = 16)
            List<@Size(min = 1, max = Bounds.LABEL) @Pattern(Formats.LABEL) String> labels,

            @JsonPropertyDescription(
                    "CEL of type bool over principal. The rule applies to a caller for whom it is true, or cannot be"
                            + " evaluated. Default: it applies to every caller.")
            @Size(min = 1, max = 2048)
            Optional<String> when,

            @JsonPropertyDescription(
                    "LastFour (**** and the last four characters), Hash (16 hex digits, the same for equal values), SetNull"
                            + " (null, as every value that is computed from such a column), or Refuse (the call fails).")
            @Required
            Treatment then) {}

    /** Whether comments of columns have labels. */
    public enum FromComments {
        Disabled,
        Enabled,
        Unrecognized
    }

    /** The replacement of a value. */
    public enum Treatment {
        LastFour,
        Hash,
        SetNull,
        Refuse,
        Unrecognized
    }
}

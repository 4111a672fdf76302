package dev.hyperterse.crds.v1alpha1.result;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** How large an answer of a tool is, and how it looks. */
@ValidationRule(
        value = "!has(self.shape) || self.shape == 'Rows'"
                + " || !(has(self.maxRows) || has(self.overflow) || has(self.format))",
        message = "maxRows, overflow and format are of shape Rows only")
@ValidationRule(
        value = "!has(self.keys) || !has(self.overflow) || self.overflow == 'Truncate'",
        message = "keys are for overflow Truncate: a cursor continues a truncated answer")
public record ToolResult(
        @JsonPropertyDescription(
                "The most rows of an answer. Default: result.maxRows of the server. maxRows of the adapter is the upper bound.")
        @Min(1)
        @Max(1000000)
        Optional<Integer> maxRows,

        @JsonPropertyDescription(
                "The most tokens that a model reads of an answer, a token counted as 4 bytes. Default: result.maxTokens of"
                        + " the server. Of more than 25000 the list of tools tells clients, some of which cut answers at that.")
        @Min(Bounds.LEAST_TOKENS)
        @Max(Bounds.MOST_TOKENS)
        Optional<Integer> maxTokens,

        @JsonPropertyDescription(
                "What happens to a result with more rows or tokens: Truncate answers with the first rows, and says that there"
                        + " are more and how to get them; Fail ends the call with an error that names the limits. Default:"
                        + " result.overflow of the server; Truncate with keys, and Fail where the outputSchema refuses the member"
                        + " truncated.")
        Optional<ResultOverflow> overflow,

        @JsonPropertyDescription(
                "How the text of an answer shows rows: Rows (default) is JSON with an object for each row; Columns (JSON),"
                        + " Csv and Markdown name the columns once. Structured content always has an object for each row.")
        Optional<ResultFormat> format,

        @JsonPropertyDescription(
                "What the result is: Rows (default); the only Row, as one JSON object; the only Value of the only row."
                        + " A call that finds no row or several fails. Row and Value take no maxRows, overflow or format.")
        Optional<ResultShape> shape,

        @JsonPropertyDescription(
                "Marked, for values that strangers write: the text of an answer says that it is data, never instructions, ends"
                        + " where no value can end it, and shows invisible characters as <U+200B>. Structured content stays as it"
                        + " is. Default: result.untrusted of the server.")
        Optional<ResultMarking> untrusted,

        @JsonPropertyDescription(
                "Columns that the statement orders by, the last one unique and none NULL. A truncated answer then has a"
                        + " cursor, which the input of type cursor takes to continue after it. 1 to 8.")
        @AtomicList
        @Size(min = 1, max = 8)
        List<ResultKey> keys) {}

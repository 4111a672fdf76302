package dev.hyperterse.crds.v1alpha1.input;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * One argument of a tool. Each field that a rule looks at costs the API server a map of all of them, at every write of
 * the tool's status too (decision 0010): a rule asks first for what is usually absent, and for each field once.
 */
@ValidationRule(
        value = "(!has(self.minimum) && !has(self.maximum)) || (self.type in ['int', 'float'] &&"
                + " (!has(self.minimum) || !has(self.maximum) || self.minimum <= self.maximum))",
        message = "minimum and maximum are for type int and float, and minimum must not exceed maximum")
@ValidationRule(
        value = "(!has(self.minLength) && !has(self.maxLength) && !has(self.pattern) && !has(self.format)) ||"
                + " (self.type == 'string' &&"
                + " (!has(self.minLength) || !has(self.maxLength) || self.minLength <= self.maxLength))",
        message =
                "minLength, maxLength, pattern and format are for type string, and minLength must not exceed maxLength")
@ValidationRule(value = "!has(self.items) || self.type == 'array'", message = "items is for type array")
@ValidationRule(
        value = "!has(self.enum) || (!(self.type in ['array', 'object', 'boolean']) &&"
                + " (!has(self.default) || self.default in self.enum))",
        message = "enum is for type string, int, float and datetime, and default must be one of enum")
@ValidationRule(
        value = "!has(self.default) || !has(self.optional) || self.optional",
        message = "an input with a default may be left out: remove optional false, or the default")
public record ToolInput(
        @JsonPropertyDescription("Name of the argument, used as {{ inputs.name }}.")
        @Required
        @Size(min = 1, max = Bounds.IDENTIFIER)
        @Pattern(Formats.IDENTIFIER)
        String name,

        @JsonPropertyDescription(
                "string, int (64 bits), float (exact decimals), boolean, datetime (ISO 8601), array, object,"
                        + " or cursor: where a page of result.keys begins.")
        @Required
        InputType type,

        @JsonPropertyDescription("What the argument means; agents and search read it.") @Size(max = Bounds.DESCRIPTION)
        Optional<String> description,

        @JsonPropertyDescription(
                "Whether it may be left out; without a default it is then NULL in a statement. Default false,"
                        + " or true with a default.")
        Optional<Boolean> optional,

        @JsonProperty("default")
        @JsonPropertyDescription(
                "Value when it is left out. Always a string here, converted by type; JSON for array and " + "object.")
        @Size(max = Bounds.SETTING)
        Optional<String> defaultValue,

        @JsonProperty("enum")
        @JsonPropertyDescription("The only values allowed. Always strings here, converted by type. Up to 128.")
        @ListSet
        @Size(min = 1, max = 128)
        List<@Size(max = Bounds.CHOICE) String> choices,

        @JsonPropertyDescription("Least value of an int or float.")
        Optional<BigDecimal> minimum,

        @JsonPropertyDescription("Greatest value of an int or float.")
        Optional<BigDecimal> maximum,

        @JsonPropertyDescription("Fewest characters of a string.") @Min(0) @Max(1048576)
        Optional<Integer> minLength,

        @JsonPropertyDescription("Most characters of a string.") @Min(0) @Max(1048576)
        Optional<Integer> maxLength,

        @JsonPropertyDescription("Regular expression (RE2) that a string must match somewhere; anchor it with ^ and $.")
        @Size(max = Bounds.REGEX)
        Optional<String> pattern,

        @JsonPropertyDescription(
                "Format of a string as JSON Schema names it. Checked for date, time, date-time, email, "
                        + "hostname, ipv4, ipv6, uri and uuid; any other is only shown to clients.")
        @Size(max = Bounds.LABEL)
        Optional<String> format,

        @JsonPropertyDescription("Elements of an array, which has to name their type.")
        Optional<Items> items,

        @JsonPropertyDescription(
                "Where the server takes the value from. Clients neither see nor send such an input, and a"
                        + " caller without the value is refused.")
        Optional<InputSource> source) {
    /** Elements of an array. */
    public record Items(
            @JsonPropertyDescription("string, int, float, boolean or datetime.") @Required
            ItemType type,

            @JsonProperty("enum")
            @JsonPropertyDescription(
                    "The only values that an element may have. Always strings here, converted by type. Up to 128.")
            @ListSet
            @Size(min = 1, max = 128)
            List<@Size(max = Bounds.CHOICE) String> choices) {}
}

package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import java.util.Optional;

/** How the entry tool search answers. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Search(
        @JsonPropertyDescription("Most hits of one search. Default 10.") @Min(1) @Max(100)
        Optional<Integer> limit,

        @JsonPropertyDescription(
                "Whether hits show the statement of a tool, and ranking reads it: Show or Hide. Default: Show"
                        + " when only definitions of this namespace may attach, else Hide.")
        Optional<Statements> statements,

        @JsonPropertyDescription(
                "Language of names and descriptions: search finds its inflected words too (plurals), and words of"
                        + " other languages as written. Default English.")
        Optional<Language> language) {
    public Search {
        limit = Absent.orEmpty(limit);
        statements = Absent.orEmpty(statements);
        language = Absent.orEmpty(language);
    }

    /** Whether search shows statements. */
    public enum Statements {
        Show,
        Hide,
        /** A value of a newer API than this build; never written. */
        @JsonEnumDefaultValue
        Unrecognized
    }

    /** Languages whose words search reduces to stems. */
    public enum Language {
        English,
        Danish,
        Dutch,
        Finnish,
        French,
        German,
        Hungarian,
        Italian,
        Norwegian,
        Portuguese,
        Russian,
        Spanish,
        Swedish,
        /** A value of a newer API than this build; never written. */
        @JsonEnumDefaultValue
        Unrecognized
    }
}

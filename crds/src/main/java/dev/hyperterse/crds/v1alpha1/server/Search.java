package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** The entry tools, and how search answers. */
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
        Optional<Language> language,

        @JsonPropertyDescription("The parts of a tool that a hit shows.")
        Optional<Hits> hits,

        @JsonPropertyDescription("Names of the entry tools.")
        Optional<EntryTools> tools) {
    /** Names of the entry tools. */
    public record EntryTools(
            @JsonPropertyDescription("Name of the tool that finds others. Default search.")
            @Size(min = 1, max = Bounds.ENTRY_TOOL_NAME)
            @Pattern(Formats.TOOL_NAME)
            Optional<String> search,

            @JsonPropertyDescription("Name of the tool that runs others. Default execute.")
            @Size(min = 1, max = Bounds.ENTRY_TOOL_NAME)
            @Pattern(Formats.TOOL_NAME)
            Optional<String> execute,

            @JsonPropertyDescription(
                    "Name of a third tool, which runs the tools that are not read-only; execute then runs "
                            + "only tools that are. Default: none, and execute runs all.")
            @Size(min = 1, max = Bounds.ENTRY_TOOL_NAME)
            @Pattern(Formats.TOOL_NAME)
            Optional<String> change,

            @JsonPropertyDescription("Name of the tool that runs programs, where code enables it. Default run.")
            @Size(min = 1, max = Bounds.ENTRY_TOOL_NAME)
            @Pattern(Formats.TOOL_NAME)
            Optional<String> run) {}

    /** The parts of a tool that a hit shows. */
    public record Hits(
            @JsonPropertyDescription("Members of a hit beside name, relevance_score, title and description: Statement, "
                    + "Inputs, InputSchema, OutputSchema, Annotations. Default: Statement and Inputs, and Annotations of tools "
                    + "that are not read-only.")
            @ListSet
            @Size(max = 5)
            List<HitMember> members) {}

    /** Members of a hit. */
    public enum HitMember {
        Statement,
        Inputs,
        InputSchema,
        OutputSchema,
        Annotations,
        Unrecognized
    }

    /** Whether search shows statements. */
    public enum Statements {
        Show,
        Hide,
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
        Unrecognized
    }
}

package dev.hyperterse.cli.document;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.compiler.yaml.YamlSettings;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.Schema;

/** Parses one YAML document into nodes and has them decoded; syntax errors get their place and a remedy. */
public final class YamlTree {
    /** The parser's tag of a scalar without a tag of its own and without quotes: kubectl's rules decide its meaning. */
    static final Tag UNQUOTED = new Tag("hyperterse:unquoted");

    private final YamlDocuments.Document document;

    private YamlTree(YamlDocuments.Document document) {
        this.document = document;
    }

    /** Empty for a document of nothing but comments. */
    public static Optional<Tree> of(YamlDocuments.Document document) {
        return new YamlTree(document).parse();
    }

    /** The limits are ours: of bytes where files are found, of values where they are parsed, of aliases and keys where nodes are decoded. */
    private static LoadSettings settings(String text) {
        return YamlSettings.of(text)
                .setSchema(new UndecidedScalars())
                .setUseMarks(true)
                .setCodePointLimit(Integer.MAX_VALUE)
                .setMaxAliasesForCollections(Integer.MAX_VALUE)
                .setAllowNonScalarKeys(true)
                .build();
    }

    private Optional<Tree> parse() {
        try {
            var settings = settings(document.text());
            var parser = new ParserImpl(settings, new StreamReader(settings, document.text()));
            return new Composer(settings, new BoundedParser(parser, this::tooManyValues))
                    .getSingleNode()
                    .map(root -> new YamlNodes(document).decode(root));
        } catch (MarkedYamlEngineException broken) {
            throw syntaxError(broken);
        } catch (YamlEngineException broken) {
            throw new UnreadableManifest(placeOf(Optional.empty()), "yaml-syntax", broken.getMessage(), "");
        } catch (StackOverflowError tooDeep) {
            // The parser recurses and has no limit of its own; nothing a person writes comes near it.
            throw new UnreadableManifest(
                    placeOf(Optional.empty()), "yaml-too-deep", "the document is nested too deeply", "");
        }
    }

    private UnreadableManifest tooManyValues(Optional<Mark> first) {
        return new UnreadableManifest(placeOf(first), BoundedParser.RULE, BoundedParser.MESSAGE, BoundedParser.REMEDY);
    }

    private UnreadableManifest syntaxError(MarkedYamlEngineException broken) {
        var place = placeOf(broken.getProblemMark().or(broken::getContextMark));
        var problem = Optional.ofNullable(broken.getProblem()).orElse("not YAML");
        var context =
                Optional.ofNullable(broken.getContext()).map(it -> " " + it).orElse("");
        return new UnreadableManifest(place, "yaml-syntax", problem + context, remedy(place, problem));
    }

    private String remedy(Place place, String problem) {
        var line = document.fileLines()
                .get(Math.min(place.line(), document.fileLines().size()) - 1);
        if (line.contains("{{-") || line.stripLeading().startsWith("{{") || line.contains("{{ .")) {
            return "this looks like a Helm template: render it first (helm template) and validate the output";
        }
        if (problem.contains("\\t") || line.startsWith("\t")) {
            return "indent with spaces: YAML takes no tabs there";
        }
        if (line.contains(": {{") || line.contains("- {{")) {
            return "quote a value that begins with {{";
        }
        return problem.contains("mapping values are not allowed")
                ? "quote the value that has ': ' in it, align the key with those of its object, or write a blank behind the ':' above"
                : "";
    }

    private Place placeOf(Optional<Mark> mark) {
        return document.file()
                .place(
                        document.linesBefore() + mark.map(Mark::getLine).orElse(0) + 1,
                        mark.map(Mark::getColumn).orElse(0) + 1);
    }

    /** Leaves the meaning of plain scalars open; everything else is as in YAML's failsafe schema. */
    private static final class UndecidedScalars implements Schema {
        @Override
        public ScalarResolver getScalarResolver() {
            return (value, plain) -> plain ? UNQUOTED : Tag.STR;
        }

        @Override
        public Map<Tag, ConstructNode> getSchemaTagConstructors() {
            return Map.of();
        }
    }
}

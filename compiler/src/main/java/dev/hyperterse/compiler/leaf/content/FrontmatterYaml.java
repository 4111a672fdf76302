package dev.hyperterse.compiler.leaf.content;

import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.yaml.YamlSettings;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads YAML as JSON, within bounds that keep the JSON readable for every replica and client.
 *
 * @param path of the text
 */
record FrontmatterYaml(String path) {
    private static final int LARGEST = 16 * 1024;
    private static final int DEEPEST = 32;
    private static final JsonMapper JSON = JsonMapper.shared();

    private static LoadSettings settings(String yaml) {
        return YamlSettings.of(yaml)
                .setSchema(new CoreSchema())
                .setCodePointLimit(LARGEST)
                .build();
    }

    Checked<JsonNode> read(String yaml) {
        if (yaml.length() > LARGEST) {
            return Checked.faulty(tooLarge());
        }
        var settings = settings(yaml);
        try {
            // Before anything is made of them: aliases of aliases fill any memory, and nesting any stack.
            var unfit = unfitEvent(yaml, settings);
            if (unfit.isPresent()) {
                return Checked.faulty(unfit.get());
            }
            if (!(new Load(settings).loadFromString(yaml) instanceof Map<?, ?> members)) {
                return Checked.faulty(problem(
                        "frontmatter-is-an-object",
                        "the frontmatter of SKILL.md has no members",
                        "write name: and description: into it"));
            }
            return unfitValue(members).map(Checked::<JsonNode>faulty).orElseGet(() -> json(members));
        } catch (YamlEngineException | JacksonException broken) {
            return Checked.faulty(problem(
                    "frontmatter-is-yaml",
                    "the frontmatter of SKILL.md is not YAML",
                    "quote texts that contain a colon, and check the indentation"));
        }
    }

    private Checked<JsonNode> json(Map<?, ?> members) {
        // Escapes make JSON longer than its YAML.
        return JSON.writeValueAsBytes(members).length > LARGEST
                ? Checked.faulty(tooLarge())
                : Checked.sound(JSON.valueToTree(members));
    }

    private Optional<Problem> unfitEvent(String yaml, LoadSettings settings) {
        var depth = 0;
        for (var event : new Parse(settings).parseString(yaml)) {
            switch (event.getEventId()) {
                case Alias -> {
                    return Optional.of(problem(
                            "frontmatter-without-aliases",
                            "the frontmatter of SKILL.md has an alias",
                            "write the value itself in place of the alias, or quote a text that begins with *"));
                }
                case MappingStart, SequenceStart -> depth++;
                case MappingEnd, SequenceEnd -> depth--;
                case Comment, DocumentEnd, DocumentStart, Scalar, StreamEnd, StreamStart -> {}
            }
            if (depth > DEEPEST) {
                return Optional.of(problem(
                        "frontmatter-depth",
                        "the frontmatter of SKILL.md is nested more than %d levels deep".formatted(DEEPEST),
                        "write it flatter, or move it to another file of the skill"));
            }
        }
        return Optional.empty();
    }

    private Optional<Problem> unfitValue(Object value) {
        return switch (value) {
            case Map<?, ?> members
            when !members.keySet().stream().allMatch(String.class::isInstance) ->
                Optional.of(problem(
                        "frontmatter-keys-are-texts",
                        "the frontmatter of SKILL.md has a key that is not a text",
                        "quote keys such as 1, true and null"));
            case Map<?, ?> members -> unfitValue(members.values());
            case Collection<?> items ->
                items.stream().flatMap(item -> unfitValue(item).stream()).findFirst();
            case BigInteger _ -> Optional.of(unfitNumber());
            case Double number when !Double.isFinite(number) -> Optional.of(unfitNumber());
            case null, default -> Optional.empty();
        };
    }

    private Problem unfitNumber() {
        return problem(
                "frontmatter-numbers",
                "the frontmatter of SKILL.md has a number that is not finite, or an integer of more than 64 bits",
                "quote it, so that it is a text");
    }

    private Problem tooLarge() {
        return problem(
                "frontmatter-size",
                "the frontmatter of SKILL.md has more than %d KiB".formatted(LARGEST >> 10),
                "move what is long below it, or to another file of the skill");
    }

    private Problem problem(String rule, String message, String remedy) {
        return Reason.InvalidContent.problem(path, rule, message, remedy);
    }
}

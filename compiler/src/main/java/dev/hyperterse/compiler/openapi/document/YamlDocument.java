package dev.hyperterse.compiler.openapi.document;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.yaml.YamlSettings;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads a document that is written in YAML. Aliases are written out, and count as often as they are used. */
final class YamlDocument {
    /** As the parser of JSON has it: to read digits takes the square of their number. */
    private static final int LONGEST_NUMBER = 1_000;

    /** Of a key or a value on average; documents that people write have some fifteen. */
    private static final int LEAST_CHARACTERS = 7;

    private final DocumentBuilder builder = new DocumentBuilder();

    private YamlDocument() {}

    private static LoadSettings settings(String text, int largest) {
        return YamlSettings.of(text)
                .setUseMarks(true)
                .setCodePointLimit(largest)
                // Aliases are not limited by themselves: the values that they write out are.
                .setMaxAliasesForCollections(DocumentBuilder.MOST_VALUES)
                .build();
    }

    static ApiDocument read(String text, int largest) {
        try {
            requireFew(text, largest);
            var root = new Compose(settings(text, largest))
                    .composeString(text)
                    .orElseThrow(() -> new UnreadableDocument("it is empty", Optional.empty()));
            var reader = new YamlDocument();
            return reader.builder.document(reader.value(root, Optional.of(""), 0));
        } catch (MarkedYamlEngineException broken) {
            throw new UnreadableDocument(
                    "it is not YAML", broken.getProblemMark().flatMap(YamlDocument::position));
        } catch (YamlEngineException broken) {
            throw new UnreadableDocument("it is not YAML, or more than one document", Optional.empty());
        }
    }

    /** Before there are nodes: one takes a hundred times the memory of a value that is as short as can be. */
    private static void requireFew(String text, int largest) {
        // Keys count as well, of which there are at most as many as values.
        var most = Math.min(2 * DocumentBuilder.MOST_VALUES, largest / LEAST_CHARACTERS);
        var values = 0;
        for (var event : new Parse(settings(text, largest)).parseString(text)) {
            if (isValue(event) && ++values > most) {
                throw new UnreadableDocument(
                        "it has more than %d keys and values".formatted(most),
                        event.getStartMark().flatMap(YamlDocument::position));
            }
        }
    }

    private static boolean isValue(Event event) {
        return switch (event.getEventId()) {
            case Scalar, SequenceStart, MappingStart, Alias -> true;
            default -> false;
        };
    }

    private JsonNode value(Node node, Optional<String> pointer, int depth) {
        var position = node.getStartMark().flatMap(YamlDocument::position);
        builder.value(depth, position);
        return switch (node) {
            case MappingNode mapping -> {
                var object = DocumentBuilder.NODES.objectNode();
                for (var entry : mapping.getValue()) {
                    if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                        throw new UnreadableDocument("a key is not a text", position);
                    }
                    var begins = key.getStartMark().flatMap(YamlDocument::position);
                    var inner = builder.member(pointer, key.getValue(), depth + 1, begins);
                    if (object.has(key.getValue())) {
                        throw new UnreadableDocument("it has a name twice", begins);
                    }
                    object.set(key.getValue(), value(entry.getValueNode(), inner, depth + 1));
                }
                yield object;
            }
            case SequenceNode sequence -> {
                var array = DocumentBuilder.NODES.arrayNode();
                sequence.getValue().forEach(item -> array.add(value(item, Optional.empty(), depth + 1)));
                yield array;
            }
            case ScalarNode scalar -> scalar(scalar, position);
            default -> throw new UnreadableDocument("it is not YAML", position);
        };
    }

    private static JsonNode scalar(ScalarNode node, Optional<Position> position) {
        var text = node.getValue();
        var tag = node.getTag();
        if (text.length() > LONGEST_NUMBER && (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT))) {
            throw new UnreadableDocument("a number has more than %d characters".formatted(LONGEST_NUMBER), position);
        }
        try {
            if (tag.equals(Tag.INT)) {
                return DocumentBuilder.NODES.numberNode(new BigInteger(text));
            }
            if (tag.equals(Tag.FLOAT)) {
                return DocumentBuilder.NODES.numberNode(new BigDecimal(text));
            }
        } catch (NumberFormatException noJson) {
            throw new UnreadableDocument("a number is written in a way that JSON does not have", position);
        }
        if (tag.equals(Tag.BOOL)) {
            return DocumentBuilder.NODES.booleanNode(text.equalsIgnoreCase("true"));
        }
        return tag.equals(Tag.NULL) ? DocumentBuilder.NODES.nullNode() : DocumentBuilder.NODES.textNode(text);
    }

    private static Optional<Position> position(Mark mark) {
        return Optional.of(new Position(mark.getLine() + 1, mark.getColumn() + 1, mark.getIndex()));
    }
}

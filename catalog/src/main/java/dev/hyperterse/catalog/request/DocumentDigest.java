package dev.hyperterse.catalog.request;

import dev.hyperterse.catalog.Digest;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * The digest of a document that an API publishes. One of JSON has the same whatever its white space and the order of its
 * members: people keep it with a member a line, and servers write members in any order. What no tool is made of does not count.
 */
public final class DocumentDigest {
    /** More than any document that tools are made of has; each takes memory of a replica, and the API chooses how many there are. */
    private static final int MOST_MEMBERS = 250_000;

    /** Members of a document that say nothing about a request; frameworks compute servers from each request. */
    private static final Set<String> NOT_COMPARED = Set.of("info", "servers", "tags", "externalDocs");

    /** No text is longer in a document that a ConfigMap holds. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxStringLength(1 << 20).build())
            .build();

    private static final byte[] MARK = "\uFEFF".getBytes(StandardCharsets.UTF_8);

    private final JsonParser parser;
    private int members;

    private DocumentDigest(JsonParser parser) {
        this.parser = parser;
    }

    public static String of(String document) {
        var bytes = document.getBytes(StandardCharsets.UTF_8);
        return of(bytes, bytes.length);
    }

    /** @param document in UTF-8, up to that length */
    public static String of(byte[] document, int length) {
        try (var parser = JSON.createParser(ObjectReadContext.empty(), document, 0, length)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                var digest = new DocumentDigest(parser).object(NOT_COMPARED);
                if (parser.nextToken() == null) {
                    return HexFormat.of().formatHex(digest);
                }
            }
        } catch (JacksonException | ArithmeticException | NumberFormatException other) {
            // YAML, or JSON with something beyond all bounds.
        }
        var bytes = Digest.sha256();
        // An object begins with another byte.
        bytes.update((byte) 0);
        var start = length >= MARK.length && Arrays.equals(document, 0, MARK.length, MARK, 0, MARK.length)
                ? MARK.length
                : 0;
        bytes.update(document, start, length - start);
        return HexFormat.of().formatHex(bytes.digest());
    }

    private byte[] value() {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(Set.of());
            case START_ARRAY -> array();
            case VALUE_STRING -> Digest.bytes('"' + parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                Digest.bytes(
                        new BigDecimal(parser.getString()).stripTrailingZeros().toString());
            default -> Digest.bytes(parser.getString());
        };
    }

    private byte[] object(Set<String> without) {
        var digests = new ArrayList<byte[]>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            if (++members > MOST_MEMBERS) {
                throw new StreamReadException(parser, "too many members");
            }
            var name = parser.currentName();
            parser.nextToken();
            if (without.contains(name)) {
                parser.skipChildren();
                continue;
            }
            var member = Digest.sha256();
            member.update(Digest.bytes(name));
            digests.add(member.digest(value()));
        }
        digests.sort(Arrays::compare);
        var object = Digest.sha256();
        object.update((byte) '{');
        digests.forEach(object::update);
        return object.digest();
    }

    private byte[] array() {
        var array = Digest.sha256();
        array.update((byte) '[');
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.update(value());
        }
        return array.digest();
    }
}

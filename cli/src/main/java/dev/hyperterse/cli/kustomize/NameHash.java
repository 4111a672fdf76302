package dev.hyperterse.cli.kustomize;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.cli.document.Tree;
import java.util.Map;
import java.util.TreeMap;

/** The hash that Kustomize ends the name of a generated object with: of its JSON, as Go's encoder writes it. */
final class NameHash {
    private static final int LENGTH = 10;

    private NameHash() {}

    static String of(Tree object) {
        var members = new TreeMap<String, Object>();
        members.put("kind", object.text("kind"));
        // Kustomize looks for the name where it is not.
        members.put("name", "");
        members.put("data", object.field("data").map(Tree::content).orElse(""));
        if (object.text("kind").equals("Secret")) {
            members.put("type", object.text("type"));
            object.field("stringData").ifPresent(it -> members.put("stringData", it.content()));
        } else {
            object.field("binaryData").ifPresent(it -> members.put("binaryData", it.content()));
        }
        var json = new StringBuilder();
        write(members, json);
        return encoded(Digest.of(json.toString()));
    }

    /** Without letters that make words. */
    private static String encoded(String hex) {
        var encoded = new StringBuilder();
        hex.chars()
                .limit(LENGTH)
                .forEach(digit -> encoded.append(
                        switch (digit) {
                            case '0' -> 'g';
                            case '1' -> 'h';
                            case '3' -> 'k';
                            case 'a' -> 'm';
                            case 'e' -> 't';
                            default -> (char) digit;
                        }));
        return encoded.toString();
    }

    private static void write(Object value, StringBuilder json) {
        if (value instanceof Map<?, ?> map) {
            json.append('{');
            var sorted = new TreeMap<String, Object>();
            map.forEach((key, inner) -> sorted.put(key.toString(), inner));
            sorted.forEach((key, inner) -> {
                json.append(json.charAt(json.length() - 1) == '{' ? "" : ",");
                write(key, json);
                json.append(':');
                write(inner, json);
            });
            json.append('}');
        } else {
            json.append('"');
            String.valueOf(value).chars().forEach(character -> write((char) character, json));
            json.append('"');
        }
    }

    private static void write(char character, StringBuilder json) {
        switch (character) {
            case '"', '\\' -> json.append('\\').append(character);
            case '\n' -> json.append("\\n");
            case '\r' -> json.append("\\r");
            case '\t' -> json.append("\\t");
            case '\b' -> json.append("\\b");
            case '\f' -> json.append("\\f");
            case '<', '>', '&', '\u2028', '\u2029' -> json.append("\\u%04x".formatted((int) character));
            default -> json.append(character < ' ' ? "\\u%04x".formatted((int) character) : String.valueOf(character));
        }
    }
}

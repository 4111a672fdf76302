package dev.hyperterse.runtime.mcp.message;

import dev.hyperterse.calls.JsonSpan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An object in a posted message, whose members are looked up in its text. No tree is built: it can be thirty times as
 * large as its text, which the client chooses.
 */
public final class PostedObject {
    /** The longest text that names something, such as a resource, a level or a cursor, in bytes. */
    public static final int LONGEST_TEXT = 8 * 1024;

    private static final byte[] NO_MEMBERS = {'{', '}'};

    private final byte[] bytes;
    private final int from;
    private final int to;

    PostedObject(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
    }

    public static PostedObject of(byte[] json) {
        return new PostedObject(json, 0, json.length);
    }

    static PostedObject empty() {
        return new PostedObject(NO_MEMBERS, 0, NO_MEMBERS.length);
    }

    /** A member: its name as it is spelled, quotes included, and its value. */
    @FunctionalInterface
    public interface Visitor {
        void member(int nameFrom, int nameTo, int from, int to);
    }

    @FunctionalInterface
    private interface ElementVisitor {
        void element(int from, int to);
    }

    public boolean has(String name) {
        return find(name).isPresent();
    }

    /** A member that is a text, and not longer than {@link #LONGEST_TEXT} bytes. */
    public Optional<String> text(String name) {
        return find(name)
                .filter(value -> value.isText() && value.to - value.from <= LONGEST_TEXT)
                .map(PostedObject::decoded);
    }

    /** A member that is an object; an empty object if it is another type or missing. */
    public PostedObject object(String name) {
        return find(name).filter(value -> bytes[value.from] == '{').orElseGet(PostedObject::empty);
    }

    /**
     * The first texts of an array; empty if it is not an array, or an element is not a text or longer than {@link
     * #LONGEST_TEXT}.
     *
     * @param most the maximum of texts, because the client chooses their number
     */
    public Optional<List<String>> texts(int most) {
        if (bytes[from] != '[') {
            return Optional.empty();
        }
        var texts = new ArrayList<String>();
        boolean[] others = {false};
        new Walk(bytes, from, to).overElements((elementFrom, elementTo) -> {
            if (bytes[elementFrom] != '"' || elementTo - elementFrom > LONGEST_TEXT) {
                others[0] = true;
            } else if (texts.size() < most) {
                texts.add(JsonStrings.decode(bytes, elementFrom, elementTo));
            }
        });
        return others[0] ? Optional.empty() : Optional.of(texts);
    }

    /** Whether the JSON text equals {@code json}. */
    public boolean isSpelled(String json) {
        return to - from == json.length() && new String(bytes, from, to - from, StandardCharsets.UTF_8).equals(json);
    }

    public boolean isObject() {
        return bytes[from] == '{';
    }

    /** A member of any type; of duplicates the last one. */
    public Optional<PostedObject> find(String name) {
        var found = new Found(name);
        forEach(found);
        return found.value;
    }

    /** The whole text, where it {@link #isText}. */
    public String decoded() {
        return JsonStrings.decode(bytes, from, to);
    }

    public boolean isText() {
        return bytes[from] == '"';
    }

    /** The length in bytes. */
    public int length() {
        return to - from;
    }

    /** The JSON text. */
    public byte[] raw() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** Its position in the message. */
    public JsonSpan span() {
        return new JsonSpan(bytes, from, to);
    }

    /** Its members by name; of duplicates the last one. Empty if it has more than the maximum. */
    public Optional<Map<String, PostedObject>> members(int most) {
        var members = new HashMap<String, PostedObject>();
        var count = new int[1];
        forEach((nameFrom, nameTo, valueFrom, valueTo) -> {
            if (++count[0] <= most) {
                members.put(JsonStrings.decode(bytes, nameFrom, nameTo), new PostedObject(bytes, valueFrom, valueTo));
            }
        });
        return count[0] > most ? Optional.empty() : Optional.of(members);
    }

    public void forEach(Visitor visitor) {
        new Walk(bytes, from, to).over(visitor);
    }

    private final class Found implements Visitor {
        private final String name;
        private Optional<PostedObject> value = Optional.empty();

        private Found(String name) {
            this.name = name;
        }

        @Override
        public void member(int nameFrom, int nameTo, int valueFrom, int valueTo) {
            // An escaped character has at most six bytes.
            if (nameTo - nameFrom - 2 <= 6 * name.length()
                    && JsonStrings.decode(bytes, nameFrom, nameTo).equals(name)) {
                value = Optional.of(new PostedObject(bytes, valueFrom, valueTo));
            }
        }
    }

    private static final class Walk extends JsonScanner {
        private Walk(byte[] bytes, int from, int end) {
            super(bytes, from, end);
        }

        private void overElements(ElementVisitor visitor) {
            enter(0);
            if (closes(']')) {
                return;
            }
            do {
                space();
                int elementFrom = at;
                value(1);
                visitor.element(elementFrom, at);
                space();
            } while (another(']'));
        }

        private void over(Visitor visitor) {
            enter(0);
            if (closes('}')) {
                return;
            }
            do {
                space();
                int nameFrom = at;
                key();
                int nameTo = at;
                space();
                expect(':');
                space();
                int valueFrom = at;
                value(1);
                visitor.member(nameFrom, nameTo, valueFrom, at);
                space();
            } while (another('}'));
        }
    }
}

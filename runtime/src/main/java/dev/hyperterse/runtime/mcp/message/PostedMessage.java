package dev.hyperterse.runtime.mcp.message;

import dev.hyperterse.calls.JsonSpan;
import java.util.Arrays;
import java.util.Optional;

/** One scanned message: the bytes of the body, and the positions of the members of {@link Member}. */
public final class PostedMessage {
    /** An id is echoed in each answer and notification of a call. */
    public static final int MAX_ID_BYTES = 1024;

    private final byte[] bytes;
    private final int[] spans = new int[2 * Member.values().length];
    private Optional<Member> duplicate = Optional.empty();

    PostedMessage(byte[] bytes) {
        this.bytes = bytes;
    }

    public enum Kind {
        REQUEST,
        NOTIFICATION,
        RESPONSE
    }

    void remember(Member member, int from, int to) {
        if (has(member)) {
            duplicate = Optional.of(member);
        }
        spans[2 * member.ordinal()] = from;
        spans[2 * member.ordinal() + 1] = to;
    }

    public byte[] bytes() {
        return bytes;
    }

    public boolean has(Member member) {
        return to(member) > 0;
    }

    public int from(Member member) {
        return spans[2 * member.ordinal()];
    }

    public int to(Member member) {
        return spans[2 * member.ordinal() + 1];
    }

    public boolean isString(Member member) {
        return startsWith(member, '"');
    }

    public boolean isObject(Member member) {
        return startsWith(member, '{');
    }

    private boolean startsWith(Member member, char first) {
        return has(member) && bytes[from(member)] == first;
    }

    boolean isNumber(Member member) {
        return has(member) && (bytes[from(member)] == '-' || Character.isDigit(bytes[from(member)]));
    }

    /** Whether the member is spelled exactly so, without escapes; {@code text} is ASCII. */
    public boolean isSpelled(Member member, String text) {
        int from = from(member) + 1;
        if (!isString(member) || to(member) - from - 1 != text.length()) {
            return false;
        }
        for (int index = 0; index < text.length(); index++) {
            if (bytes[from + index] != text.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    /** The value of a member that {@link #isString}; shortened where it is too long for a name. */
    public String string(Member member) {
        return JsonStrings.shown(bytes, from(member), to(member));
    }

    /**
     * The whole value of a member that {@link #isString}; empty where its text is longer than {@code longest} bytes.
     */
    public Optional<String> text(Member member, int longest) {
        return to(member) - from(member) - 2 <= longest
                ? Optional.of(JsonStrings.decode(bytes, from(member), to(member)))
                : Optional.empty();
    }

    public JsonSpan span(Member member) {
        return new JsonSpan(bytes, from(member), to(member));
    }

    /** The value of a member; an empty object if it is not {@link #isObject an object}. */
    public PostedObject object(Member member) {
        return isObject(member) ? new PostedObject(bytes, from(member), to(member)) : PostedObject.empty();
    }

    /** The JSON text of a member. */
    public byte[] raw(Member member) {
        return Arrays.copyOfRange(bytes, from(member), to(member));
    }

    public Kind kind() {
        if (!has(Member.METHOD)) {
            return Kind.RESPONSE;
        }
        return has(Member.ID) ? Kind.REQUEST : Kind.NOTIFICATION;
    }

    public boolean idUsable() {
        return isShort(Member.ID) && !duplicate.equals(Optional.of(Member.ID));
    }

    /** Whether the client has requested progress with a valid token, which is echoed like the id. */
    public boolean progressTokenUsable() {
        return isShort(Member.PROGRESS_TOKEN);
    }

    private boolean isShort(Member member) {
        return (isString(member) || isNumber(member)) && to(member) - from(member) <= MAX_ID_BYTES;
    }

    /** The reason why this is not a JSON-RPC 2.0 message as MCP requires; empty for a valid message. */
    public Optional<String> fault() {
        if (duplicate.isPresent()) {
            return Optional.of("member '" + duplicate.get().spelling() + "' appears twice");
        }
        if (!isSpelled(Member.JSONRPC, "2.0")) {
            return Optional.of("member 'jsonrpc' must be \"2.0\"");
        }
        if (has(Member.ID) && !idUsable()) {
            return Optional.of("member 'id' must be a string or a number of at most " + MAX_ID_BYTES + " bytes");
        }
        if (has(Member.METHOD) && !isString(Member.METHOD)) {
            return Optional.of("member 'method' must be a string");
        }
        boolean answers = has(Member.RESULT) || has(Member.ERROR);
        if (!has(Member.METHOD) && !(answers && has(Member.ID))) {
            return Optional.of("neither a request, nor a notification, nor a response");
        }
        return Optional.empty();
    }
}

package dev.hyperterse.runtime.mcp.message;

import dev.hyperterse.runtime.mcp.message.Member.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scans a posted body in one pass. The whole text is checked to be JSON; the positions of the evaluated members are
 * stored, so that a tool call needs no tree.
 */
public final class MessageScanner extends JsonScanner {
    /** The maximum of messages in a batch; protocol 2025-03-26 has no limit. */
    public static final int MAX_BATCH = 50;

    private static final Member[][] MEMBERS = Arrays.stream(Level.values())
            .map(level -> Arrays.stream(Member.values())
                    .filter(member -> member.level() == level && member != Member.UNNAMED)
                    .toArray(Member[]::new))
            .toArray(Member[][]::new);

    private PostedMessage message;

    private MessageScanner(byte[] bytes, int from, int end) {
        super(bytes, from, end);
        message = new PostedMessage(bytes);
    }

    public sealed interface Posted {
        record Single(PostedMessage message) implements Posted {}

        record Batch(List<PostedMessage> messages) implements Posted {}

        /** Not JSON; the explanation has the position, never the content. */
        record NotJson(String explanation) implements Posted {}

        /** JSON that is neither a message nor a batch. */
        record NotAMessage(String explanation) implements Posted {}
    }

    public static Posted scan(byte[] bytes, int length) {
        try {
            return new MessageScanner(bytes, 0, length).posted();
        } catch (MalformedMessage malformed) {
            return new Posted.NotJson(malformed.getMessage());
        }
    }

    private Posted posted() {
        space();
        Posted posted =
                switch (peek()) {
                    case '{' -> {
                        members(0, Level.ENVELOPE);
                        yield new Posted.Single(message);
                    }
                    case '[' -> batch();
                    default -> {
                        value(0);
                        yield new Posted.NotAMessage("a message is a JSON object");
                    }
                };
        finish();
        return posted;
    }

    private Posted batch() {
        var messages = new ArrayList<PostedMessage>();
        boolean onlyObjects = true;
        enter(0);
        if (!closes(']')) {
            do {
                space();
                message = new PostedMessage(bytes);
                if (peek() == '{' && messages.size() <= MAX_BATCH) {
                    members(1, Level.ENVELOPE);
                    messages.add(message);
                } else {
                    onlyObjects &= peek() == '{';
                    value(1);
                }
                space();
            } while (another(']'));
        }
        if (!onlyObjects || messages.isEmpty() || messages.size() > MAX_BATCH) {
            return new Posted.NotAMessage("a batch holds 1 to " + MAX_BATCH + " objects");
        }
        return new Posted.Batch(messages);
    }

    private void members(int depth, Level level) {
        enter(depth);
        if (closes('}')) {
            return;
        }
        do {
            space();
            int from = at + 1;
            boolean escaped = key();
            int to = at - 1;
            space();
            expect(':');
            space();
            member(depth, escaped ? unescaped(level, from, to) : plain(level, from, to));
            space();
        } while (another('}'));
    }

    private void member(int depth, Member member) {
        int from = at;
        if (member.opens() != Level.OTHER && peek() == '{') {
            members(depth + 1, member.opens());
        } else {
            value(depth + 1);
        }
        if (member != Member.UNNAMED) {
            message.remember(member, from, at);
        }
    }

    private Member plain(Level level, int from, int to) {
        for (var member : MEMBERS[level.ordinal()]) {
            if (member.isSpelled(bytes, from, to)) {
                return member;
            }
        }
        return Member.UNNAMED;
    }

    /** A known key may be written with escapes: all readers of a message must see the same members. */
    private Member unescaped(Level level, int from, int to) {
        var key = JsonStrings.decode(bytes, from - 1, to + 1);
        for (var member : MEMBERS[level.ordinal()]) {
            if (member.spelling().equals(key)) {
                return member;
            }
        }
        return Member.UNNAMED;
    }
}

package dev.hyperterse.calls.result;

import dev.hyperterse.calls.result.text.LongTexts;
import java.util.Optional;

/**
 * Tells what an answer leaves out and how to get it: a model in a block of text, a client in {@code _meta}.
 *
 * @param rows those in the answer
 * @param moreRows whether there are others
 * @param textsCut whether the first row alone was too large
 */
record Omission(int rows, RowRules rules, boolean moreRows, boolean textsCut, Optional<String> nextCursor) {
    /** The length of a notice without a cursor, at most. */
    static final int LONGEST = 600;

    /** In JSON, so that a program finds what a model reads. A block of its own: truncated rows look like complete ones. */
    String notice() {
        var notice = new StringBuilder("{\"truncated\":true,\"rows\":").append(rows);
        nextCursor.ifPresent(
                cursor -> notice.append(",\"nextCursor\":\"").append(cursor).append('"'));
        notice.append(",\"more\":\"");
        if (textsCut) {
            notice.append("Texts that end with ")
                    .append(LongTexts.MARK)
                    .append(
                            " are cut, because one row alone is larger than an answer may be%s. Select fewer columns, or parts of these texts."
                                    .formatted(limit()))
                    .append(moreRows ? " " : "");
        }
        if (moreRows) {
            notice.append(rules.cursor()
                    .map(cursor -> "There are more rows. Call again with the same arguments and %s set to nextCursor."
                            .formatted(cursor.keyset().input()))
                    .orElseGet(() -> "These are the first rows, and there are more%s.".formatted(limits())
                            + " Call again with arguments that select fewer rows, or those behind these."));
        }
        return notice.append("\"}").toString();
    }

    /** A member of {@code _meta}. */
    String note() {
        var note = new StringBuilder("\"dev.hyperterse/truncated\":{\"rows\":").append(rows);
        if (rules.limit().most() < Integer.MAX_VALUE) {
            note.append(",\"maxRows\":").append(rules.limit().most());
        }
        if (!rules.tokens().isUnlimited()) {
            note.append(",\"maxTokens\":").append(rules.tokens().most());
        }
        return note.append('}').toString();
    }

    private String limits() {
        var most = rules.limit().most();
        return most == Integer.MAX_VALUE || rules.tokens().isUnlimited()
                ? ""
                : "; an answer has at most %d rows and %d tokens"
                        .formatted(most, rules.tokens().most());
    }

    private String limit() {
        return rules.tokens().isUnlimited()
                ? ""
                : ", %d tokens".formatted(rules.tokens().most());
    }
}

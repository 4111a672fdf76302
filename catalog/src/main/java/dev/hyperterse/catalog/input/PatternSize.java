package dev.hyperterse.catalog.input;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Computes the size of a pattern, which is limited: how many instructions RE2 makes of it at most, and how deep its
 * groups nest, read from its text: a repetition such as {@code (a{100}){100}} is written out when it is compiled, so
 * what is too large must not get there. What RE2 refuses is read in some way.
 */
public record PatternSize(long instructions, int depth) {
    /** Characters of a pattern. */
    public static final int MOST_CHARACTERS = 2_048;

    public static final int DEEPEST = 64;
    public static final int MOST_INSTRUCTIONS = 1_000;

    /** Of all patterns of a tool; a replica keeps them compiled. */
    public static final int MOST_TOGETHER = 10_000;

    /** Sums of repetitions are not distinguished beyond it. */
    private static final long ENDLESS = 1L << 40;

    public static PatternSize of(String pattern) {
        return new Reading(pattern).whole();
    }

    private static final class Reading {
        private final String pattern;
        private final Deque<Group> open = new ArrayDeque<>();
        private Group group = new Group();
        private int deepest;
        private int at;

        Reading(String pattern) {
            this.pattern = pattern;
        }

        /** One group as far as it was read: everything before its last element, and that one, which a repetition follows. */
        private static final class Group {
            private long before;
            private long last;

            void element(long size) {
                before = Math.min(ENDLESS, before + last);
                last = size;
            }

            void repeated(long times) {
                // One more for each, which decides whether to go on.
                last = Math.min(ENDLESS, Math.max(1, times) * (last + 1));
            }

            long size() {
                return before + last;
            }
        }

        PatternSize whole() {
            while (at < pattern.length()) {
                next();
            }
            while (!open.isEmpty()) {
                close();
            }
            return new PatternSize(group.size() + 2, deepest);
        }

        private void next() {
            switch (pattern.charAt(at++)) {
                case '(' -> {
                    open.push(group);
                    group = new Group();
                    deepest = Math.max(deepest, open.size());
                }
                case ')' -> close();
                case '*', '+', '?' -> group.repeated(1);
                case '{' -> counted();
                case '[' -> {
                    skipClass();
                    group.element(1);
                }
                case '\\' -> escaped();
                default -> group.element(1);
            }
        }

        private void close() {
            if (!open.isEmpty()) {
                // Two more remember where the group begins and ends.
                var size = group.size() + 2;
                group = open.pop();
                group.element(size);
            }
        }

        /** {@code {2}}, {@code {2,}} or {@code {2,5}}; other braces stand for themselves. */
        private void counted() {
            var end = pattern.indexOf('}', at);
            var counts = end < 0 ? "" : pattern.substring(at, end);
            if (counts.isEmpty() || counts.chars().anyMatch(character -> character != ',' && !isDigit(character))) {
                group.element(1);
                return;
            }
            at = end + 1;
            var most = 0L;
            for (var count : counts.split(",")) {
                // Longer ones are more than RE2 takes.
                most = Math.max(most, count.isEmpty() ? 0 : count.length() > 4 ? ENDLESS : Long.parseLong(count));
            }
            group.repeated(most);
        }

        private void escaped() {
            var letter = at < pattern.length() ? pattern.charAt(at++) : '\\';
            if (letter == 'Q') {
                var end = pattern.indexOf("\\E", at);
                var quoted = (end < 0 ? pattern.length() : end) - at;
                at += quoted + (end < 0 ? 0 : 2);
                group.element(quoted);
                return;
            }
            if ((letter == 'p' || letter == 'P' || letter == 'x') && at < pattern.length()) {
                // The name of a class or the number of a character, not a repetition.
                var end = pattern.charAt(at) == '{' ? pattern.indexOf('}', at) : at;
                at = end < 0 ? pattern.length() : end + (pattern.charAt(at) == '{' ? 1 : 0);
            }
            group.element(1);
        }

        private void skipClass() {
            // A bracket that closes stands for itself where the class begins.
            if (at < pattern.length() && pattern.charAt(at) == '^') {
                at++;
            }
            if (at < pattern.length() && pattern.charAt(at) == ']') {
                at++;
            }
            while (at < pattern.length() && pattern.charAt(at) != ']') {
                var named = pattern.startsWith("[:", at) ? pattern.indexOf(":]", at) : -1;
                at = named >= 0 ? named + 2 : at + (pattern.charAt(at) == '\\' ? 2 : 1);
            }
            at++;
        }

        private static boolean isDigit(int character) {
            return character >= '0' && character <= '9';
        }
    }
}

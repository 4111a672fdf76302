package dev.hyperterse.calls.binding;

import com.google.re2j.Pattern;

/** Identifiers from the environment: the only text of a server's settings that becomes part of a statement. */
final class Identifier {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]{0,62}");

    private Identifier() {}

    static boolean isPlain(String name) {
        return PLAIN.matches(name);
    }
}

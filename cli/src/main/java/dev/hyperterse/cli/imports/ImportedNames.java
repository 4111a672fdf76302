package dev.hyperterse.cli.imports;

import java.util.Locale;

/** Names as the API takes them, made of those of another product. */
public final class ImportedNames {
    private static final int LONGEST_OBJECT = 60;

    private ImportedNames() {}

    /** Of an object or an adapter. */
    public static String object(String name) {
        var plain = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-", "");
        plain = plain.substring(0, Math.min(plain.length(), LONGEST_OBJECT)).replaceAll("-$", "");
        return plain.isEmpty() ? "unnamed" : plain;
    }

    /** Of an argument. */
    public static String input(String name) {
        var plain = name.replaceAll("[^A-Za-z0-9_]", "_");
        return plain.isEmpty() || Character.isDigit(plain.charAt(0)) ? "_" + plain : plain;
    }

    /** Of a variable of the environment. */
    public static String variable(String name) {
        return input(object(name).replace('-', '_').toUpperCase(Locale.ROOT));
    }
}

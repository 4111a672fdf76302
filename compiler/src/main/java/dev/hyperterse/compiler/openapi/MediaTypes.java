package dev.hyperterse.compiler.openapi;

import java.util.Locale;

/** The meaning of media types for requests and results. */
final class MediaTypes {
    static final String FORM = "application/x-www-form-urlencoded";

    static final String MULTIPART = "multipart/form-data";

    private MediaTypes() {}

    /** Whether a body of JSON is sent as one of that type. */
    static boolean isJson(String type) {
        var plain = plain(type);
        return plain.equals("application/json") || plain.equals("*/*") || plain.equals("application/*");
    }

    /** Whether a result is read as JSON. */
    static boolean isReadAsJson(String type) {
        return isJson(type) || plain(type).endsWith("+json") || plain(type).endsWith("/json");
    }

    static boolean isText(String type) {
        var plain = plain(type);
        return plain.startsWith("text/")
                || plain.endsWith("xml")
                || plain.endsWith("yaml")
                || plain.endsWith("csv")
                || plain.endsWith("javascript");
    }

    /** Whether the value of a member is bytes. A range has no one type; only that of texts is text. */
    static boolean isBinary(String type) {
        return !isText(type) && (isRange(type) || !isReadAsJson(type));
    }

    static boolean isRange(String type) {
        return type.contains("*");
    }

    static boolean isPlainText(String type) {
        return plain(type).equals("text/plain");
    }

    static String plain(String type) {
        return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}

package dev.hyperterse.cli.admission.advice;

import java.util.Map;
import java.util.Optional;

/**
 * The patterns of our schemas in words. A test finds a pattern without words.
 *
 * @param wrong the thing that a value that breaks it is not
 * @param remedy the text to write instead
 */
record PatternWords(String wrong, String remedy) {
    private static final String PLAIN_WORD = "a name of letters, digits and _ that begins with no digit";
    private static final String OBJECT_NAME = "a name of lower-case letters, digits and -";
    private static final String URL = "begin it with http:// or https://; ${NAME} is not replaced here";
    private static final String QUANTITY =
            "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

    private static final Map<String, PatternWords> OF_PATTERNS = Map.ofEntries(
            Map.entry(
                    "^[1-9][0-9]{0,8}(ms|s|m|h)$", of("a duration", "write a number and a unit: 500ms, 5s, 2m or 1h")),
            Map.entry("^([0-9]{1,5}(h|m|s|ms)){1,4}$", of("a duration", "write numbers and units: 30s or 1h30m")),
            Map.entry(QUANTITY, of("a quantity", "write a number and a unit: 64Ki, 8Mi or 1Gi")),
            Map.entry("^[A-Za-z_][A-Za-z0-9_]*$", of(PLAIN_WORD, "use _ in place of other characters")),
            Map.entry(
                    "^[A-Za-z0-9_.-]+$",
                    of("a name of letters, digits, _, - and .", "use - in place of other characters")),
            Map.entry(
                    "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", of(OBJECT_NAME, "write it in lower case, with - between words")),
            Map.entry(
                    "^[a-z0-9]([-_a-z0-9]*[a-z0-9])?$",
                    of("a name of lower-case letters, digits, - and _", "write it in lower case")),
            Map.entry(
                    "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$",
                    of(
                            "a name of lower-case letters, digits, - and .",
                            "write it in lower case, without a scheme or port")),
            Map.entry("^https?://[^ ]+$", of("a URL", URL)),
            Map.entry(
                    "^https?://[^ ?#{}]*[^ ?#{}/]$",
                    of("the URL of an endpoint", URL + "; without a query, {segments} and a slash at its end")),
            Map.entry(
                    "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
                    of("a domain and a name", "write your domain backwards, a slash and a name: com.example/orders")),
            Map.entry("^[0-9a-f]{64}$", of("a SHA-256 digest", "copy all 64 digits, in lower case")),
            Map.entry("^(https?://|data:image/)[^ ]+$", of("the URL of an image", URL + "; or data:image/")),
            Map.entry(
                    "^[A-Za-z][A-Za-z0-9+.-]*:[^ {}]+$",
                    of("a URI", "begin it with a scheme: shop://products; a URI with {variables} is a uriTemplate")),
            Map.entry(
                    "^[A-Za-z][A-Za-z0-9+.-]*:[^ ]*\\{[^ ]+\\}[^ ]*$",
                    of("a URI template", "begin it with a scheme, and have a {variable}: shop://products/{id}")),
            Map.entry(
                    "^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*(; ?[A-Za-z0-9_.=-]+)*$",
                    of("a media type", "write a type and a subtype: text/markdown or image/png")),
            Map.entry("^([0-9]{1,5}x[0-9]{1,5}|any)$", of("the size of an icon", "write 48x48, or any")),
            Map.entry(
                    "^[A-Za-z0-9+/\\r\\n]*={0,2}[\\r\\n]*$", of("base64", "encode it, or write text in place of blob")),
            Map.entry(
                    "^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$",
                    of("a relative path", "write the path below the mounted folder, without .. and a leading /")),
            Map.entry(
                    "^[A-Za-z_][A-Za-z0-9_$]*(, ?[A-Za-z_][A-Za-z0-9_$]*)*$",
                    of("a list of schemas", "write names with commas between them: shop, public")),
            Map.entry("^[A-Za-z_][A-Za-z0-9_$.@-]*$", of("the name of a role", "begin it with a letter or _")),
            Map.entry(
                    "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$",
                    of("the reason of a condition", "begin it with a letter")),
            Map.entry("^[A-Za-z0-9-]+$", of("the name of a header", "write letters, digits and -: X-Api-Key")),
            Map.entry("^[!#-\\[\\]-~]+$", of("a scope", "write it without blanks and quotes")),
            Map.entry(
                    "^/mcp(/\\{[A-Za-z_][A-Za-z0-9_]*\\}){0,4}$", of("a path of MCP", "write /mcp, or /mcp/{tenant}")),
            Map.entry(
                    "^/[A-Za-z0-9._~!$&'()*+,;=:@/?-]*$",
                    of("the path of a document", "begin it with /, below the URL of the adapter: /openapi.json")),
            Map.entry(
                    "^[^\\x00-\\x1f\\x7f\\\\]+$",
                    of("the name of a field", "write it without line breaks, control characters and backslashes")),
            Map.entry("^/.*$", of("a path", "begin it with /, below the URL of the adapter: /orders/{{ inputs.id }}")),
            Map.entry(
                    "^(/([^~]|~[01])*)?$",
                    of("a JSON Pointer", "begin it with /, such as /data/items; ~ is ~0 and a slash in a name is ~1")),
            Map.entry(
                    "^(0(\\.[0-9]{1,6})?|1(\\.0{1,6})?)$",
                    of("a share from 0 to 1", "write \"0.1\" for a tenth, in quotes")),
            Map.entry(
                    "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$",
                    of("a protocol of a Service", "write http, or a name with a prefix: kubernetes.io/h2c")));

    private static PatternWords of(String wrong, String remedy) {
        return new PatternWords("is not " + wrong, remedy);
    }

    static Optional<PatternWords> of(String pattern) {
        return Optional.ofNullable(OF_PATTERNS.get(pattern));
    }
}

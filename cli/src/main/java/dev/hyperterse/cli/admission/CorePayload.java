package dev.hyperterse.cli.admission;

import com.google.re2j.Pattern;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.compiler.admission.violation.Cause;
import dev.hyperterse.compiler.admission.violation.ObjectPath;
import dev.hyperterse.compiler.admission.violation.Violation;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Checks a ConfigMap or Secret: keys, texts, base64, size. They have no schema of ours. */
final class CorePayload {
    private static final Pattern KEY = Pattern.compile("^[-._a-zA-Z0-9]+$");
    private static final int MOST_BYTES = 1 << 20;

    private final boolean secret;
    private final List<Violation> findings = new ArrayList<>();
    private long bytes;

    private CorePayload(boolean secret) {
        this.secret = secret;
    }

    static List<Violation> of(ManifestKind kind, Map<?, ?> object) {
        var check = new CorePayload(kind == ManifestKind.SECRET);
        switch (kind) {
            case CONFIG_MAP -> {
                check.entries(object, "data", false);
                check.entries(object, "binaryData", true);
            }
            case SECRET -> {
                check.entries(object, "data", true);
                check.entries(object, "stringData", false);
            }
            case NAMESPACE, SERVER, TOOL, PROMPT, RESOURCE -> {}
        }
        if (check.bytes > MOST_BYTES) {
            check.findings.add(Violation.of(
                    new ObjectPath("data"),
                    Cause.TOO_LONG,
                    "Too long: may not be more than %d bytes".formatted(MOST_BYTES)));
        }
        return check.findings;
    }

    private void entries(Map<?, ?> object, String field, boolean encoded) {
        var path = new ObjectPath(field);
        switch (object.get(field)) {
            case null -> {}
            case Map<?, ?> map -> map.forEach((key, value) -> entry(path.key(key.toString()), key, value, encoded));
            case Object other -> findings.add(wrongType(path, other, field + " must be a map of texts"));
        }
    }

    private void entry(ObjectPath path, Object key, Object value, boolean encoded) {
        if (!KEY.matches(key.toString())) {
            findings.add(Violation.invalid(
                    path, key, "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"));
        }
        switch (value) {
            case null -> {}
            case String text when encoded -> base64(path, text);
            case String text -> bytes += text.length();
            default ->
                findings.add(wrongType(path, value, path + " must be a string").withRemedy("quote it"));
        }
    }

    /** Without the value, where it may be a secret that was meant to be text. */
    private Violation wrongType(ObjectPath path, Object value, String detail) {
        return secret
                ? Violation.of(path, Cause.WRONG_TYPE, Cause.WRONG_TYPE.words() + ": " + detail)
                : Violation.about(path, Cause.WRONG_TYPE, value, detail);
    }

    private void base64(ObjectPath path, String text) {
        try {
            bytes += Base64.getDecoder().decode(text.replaceAll("[\\r\\n]", "")).length;
        } catch (IllegalArgumentException notBase64) {
            // Without the value: it may be a secret that was meant for stringData.
            findings.add(Violation.of(path, Cause.INVALID, "Invalid value: not base64")
                    .withRemedy("encode it, or move it to stringData, which takes plain text"));
        }
    }
}

package dev.hyperterse.compiler.admission;

import com.google.re2j.Pattern;
import dev.hyperterse.compiler.admission.violation.Cause;
import dev.hyperterse.compiler.admission.violation.ObjectPath;
import dev.hyperterse.compiler.admission.violation.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rules of {@code metadata}: names, labels, annotations. */
public final class ObjectMetadata {
    private static final ObjectPath METADATA = new ObjectPath("metadata");
    private static final int MOST_OF_ANNOTATIONS = 256 << 10;

    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final Words NAME = new Words(
            Pattern.compile("^" + LABEL + "(\\." + LABEL + ")*$"),
            253,
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start"
                    + " and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '"
                    + LABEL + "(\\." + LABEL + ")*')");
    private static final Words NAMESPACE = new Words(
            Pattern.compile("^" + LABEL + "$"),
            63,
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end"
                    + " with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '"
                    + LABEL + "')");

    private static final String LABEL_PART = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final Words LABEL_NAME = new Words(
            Pattern.compile("^" + LABEL_PART + "$"),
            63,
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric"
                    + " character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '"
                    + LABEL_PART + "')");
    private static final Words LABEL_VALUE = new Words(
            Pattern.compile("^(" + LABEL_PART + ")?$"),
            63,
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start"
                    + " and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used"
                    + " for validation is '(" + LABEL_PART + ")?')");

    private final List<Violation> findings = new ArrayList<>();

    private ObjectMetadata() {}

    /** A grammar with the sentence that is said of what breaks it. */
    private record Words(Pattern pattern, int most, String sentence) {
        List<String> objections(String text) {
            var objections = new ArrayList<String>();
            if (text.length() > most) {
                objections.add("must be no more than %d characters".formatted(most));
            }
            if (!pattern.matches(text)) {
                objections.add(sentence);
            }
            return objections;
        }
    }

    public static List<Violation> of(Map<?, ?> object) {
        var check = new ObjectMetadata();
        switch (object.get("metadata")) {
            case null -> check.findings.add(nameless());
            case Map<?, ?> metadata -> check.metadata(metadata);
            case Object other ->
                check.findings.add(Violation.about(METADATA, Cause.WRONG_TYPE, other, "metadata must be a map"));
        }
        return check.findings;
    }

    private void metadata(Map<?, ?> metadata) {
        var name = metadata.get("name");
        if (name == null || name.equals("")) {
            findings.add(nameless());
        } else {
            named(METADATA.child("name"), NAME, name);
        }
        var namespace = metadata.get("namespace");
        if (namespace != null && !namespace.equals("")) {
            namespace(METADATA.child("namespace"), namespace);
        }
        texts(METADATA.child("labels"), metadata.get("labels")).forEach(this::label);
        annotations(texts(METADATA.child("annotations"), metadata.get("annotations")));
    }

    private void namespace(ObjectPath path, Object value) {
        // A name with dots breaks one rule only, so the API server says which instead of reciting the grammar.
        if (value instanceof String text && text.contains(".") && NAME.pattern().matches(text)) {
            findings.add(Violation.invalid(path, text, "must not contain dots"));
        } else {
            named(path, NAMESPACE, value);
        }
    }

    private static Violation nameless() {
        return Violation.required(METADATA.child("name"), "name or generateName is required");
    }

    private void named(ObjectPath path, Words words, Object value) {
        if (value instanceof String text) {
            words.objections(text).forEach(it -> findings.add(Violation.invalid(path, text, it)));
        } else {
            findings.add(notText(path, value));
        }
    }

    private Map<?, ?> texts(ObjectPath path, Object value) {
        if (value != null && !(value instanceof Map)) {
            findings.add(Violation.about(path, Cause.WRONG_TYPE, value, path + " must be a map"));
        }
        var map = value instanceof Map<?, ?> it ? it : Map.of();
        map.forEach((key, item) -> {
            if (item != null && !(item instanceof String)) {
                findings.add(notText(path.child(key.toString()), item));
            }
        });
        return map;
    }

    private static Violation notText(ObjectPath path, Object value) {
        return Violation.about(path, Cause.WRONG_TYPE, value, path + " must be a string")
                .withRemedy("quote it");
    }

    private void label(Object key, Object value) {
        var path = METADATA.child("labels");
        key(path, key.toString());
        if (value instanceof String text) {
            LABEL_VALUE
                    .objections(text)
                    .forEach(it -> findings.add(Violation.invalid(path.child(key.toString()), text, it)));
        }
    }

    private void key(ObjectPath path, String key) {
        var slash = key.lastIndexOf('/');
        if (slash >= 0) {
            NAME.objections(key.substring(0, slash))
                    .forEach(it -> findings.add(Violation.invalid(path.child(key), key, "prefix part " + it)));
        }
        LABEL_NAME
                .objections(key.substring(slash + 1))
                .forEach(it -> findings.add(Violation.invalid(path.child(key), key, "name part " + it)));
    }

    private void annotations(Map<?, ?> annotations) {
        var size = 0L;
        for (var entry : annotations.entrySet()) {
            key(METADATA.child("annotations"), entry.getKey().toString());
            size += entry.getKey().toString().length() + (entry.getValue() instanceof String text ? text.length() : 0);
        }
        if (size > MOST_OF_ANNOTATIONS) {
            findings.add(Violation.of(
                    METADATA.child("annotations"),
                    Cause.TOO_LONG,
                    "Too long: may not be more than %d bytes".formatted(MOST_OF_ANNOTATIONS)));
        }
    }
}

package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.document.Tree;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The {@code target} of a patch. */
record Selector(Tree target, Findings findings) {
    private static final Pattern REQUIREMENT = Pattern.compile("(!?)\\s*([\\w./-]+)\\s*(?:(==?|!=)\\s*([\\w.-]*))?");

    boolean selects(Built object) {
        var id = object.id();
        var original = object.original();
        return fits("group", id.group())
                && fits("version", id.version())
                && fits("kind", id.kind())
                && (fits("name", original.name()) || fits("name", id.name()))
                && (fits("namespace", original.effectiveNamespace()) || fits("namespace", id.effectiveNamespace()))
                && has("labelSelector", object, "labels")
                && has("annotationSelector", object, "annotations");
    }

    private boolean fits(String field, String value) {
        var written = target.text(field);
        try {
            return written.isEmpty()
                    || Pattern.compile("^(?:" + written + ")$").matcher(value).matches();
        } catch (PatternSyntaxException malformed) {
            findings.error(target.place(), "%s is not a regular expression".formatted(field), "");
            return false;
        }
    }

    private boolean has(String field, Built object, String of) {
        var written = target.text(field);
        return written.isEmpty() || Arrays.stream(written.split(",")).allMatch(it -> holds(it.strip(), object, of));
    }

    private boolean holds(String requirement, Built object, String of) {
        var parts = REQUIREMENT.matcher(requirement);
        if (!parts.matches()) {
            findings.error(
                    target.place(),
                    "the selector '%s' is not supported here".formatted(requirement),
                    "write a=b or a!=b");
            return false;
        }
        var value = object.tree().at("metadata", of, parts.group(2)).flatMap(Tree::text);
        if (parts.group(3) == null) {
            return value.isPresent() == parts.group(1).isEmpty();
        }
        var equal = value.filter(parts.group(4)::equals).isPresent();
        return equal != parts.group(3).equals("!=");
    }
}

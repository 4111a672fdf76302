package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.document.Tree;
import java.util.Map;
import java.util.Optional;

/** A strategic merge patch of a kind without a schema, which is a merge patch with the directive {@code $patch}. */
final class MergePatch {
    private static final String DIRECTIVE = "$patch";

    private MergePatch() {}

    /** Empty where the patch deletes it. */
    static Optional<Tree> apply(Tree base, Tree patch) {
        return switch (patch.text(DIRECTIVE)) {
            case "delete" -> Optional.empty();
            case "replace" -> Optional.of(patch.without(DIRECTIVE));
            default -> Optional.of(base.isMap() && patch.isMap() ? merged(base, patch) : patch);
        };
    }

    private static Tree merged(Tree base, Tree patch) {
        var merged = base;
        for (var field : patch.fields().entrySet()) {
            var name = field.getKey();
            if (name.equals(DIRECTIVE)) {
                continue;
            }
            var before = merged.field(name);
            var after = field.getValue().content() == null
                    ? Optional.<Tree>empty()
                    : before.isPresent() ? apply(before.get(), field.getValue()) : added(field.getValue());
            merged = after.isPresent() ? merged.with(name, after.get()) : merged.without(name);
        }
        return merged;
    }

    /** Nothing is there to delete. */
    private static Optional<Tree> added(Tree value) {
        return value.isMap() ? apply(Tree.of(Map.of(), value.place()), value) : Optional.of(value);
    }
}

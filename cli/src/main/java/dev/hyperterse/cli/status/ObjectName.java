package dev.hyperterse.cli.status;

import java.util.Optional;

/** An object as kubectl writes it: {@code tool/list-orders}. */
public record ObjectName(ObservedKind kind, String name) {
    /** Empty for any other text. */
    public static Optional<ObjectName> of(String text) {
        var slash = text.indexOf('/');
        var name = text.substring(slash + 1);
        return slash < 0 || name.isEmpty() || name.contains("/")
                ? Optional.empty()
                : ObservedKind.of(text.substring(0, slash)).map(kind -> new ObjectName(kind, name));
    }

    @Override
    public String toString() {
        return kind.word() + "/" + name;
    }
}

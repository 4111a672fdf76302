package dev.hyperterse.operator.resolve;

import dev.hyperterse.crds.v1alpha1.AttachmentGrant;
import dev.hyperterse.crds.v1alpha1.AttachmentSource;
import dev.hyperterse.crds.v1alpha1.GrantSource;
import dev.hyperterse.crds.v1alpha1.LabelRequirement;
import dev.hyperterse.crds.v1alpha1.NamespaceSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads grants as manifests spell them. What this build does not know grants nothing. */
public final class Grants {
    private Grants() {}

    /** @param unset what the absence of a grant means */
    public static Grant of(Optional<dev.hyperterse.crds.v1alpha1.Grant> grant, Grant unset) {
        return grant.map(it -> read(
                        Optional.ofNullable(it.from()).orElse(GrantSource.Unrecognized), it.names(), it.selector()))
                .orElse(unset);
    }

    /** Whose leaves may attach; those of the server's own namespace unless it says otherwise. */
    public static Grant ofAttachments(Optional<AttachmentGrant> grant) {
        return grant.map(it -> read(source(it.from()), it.names(), it.selector()))
                .orElse(new Grant.Same());
    }

    private static GrantSource source(AttachmentSource from) {
        return from == null ? GrantSource.Unrecognized : GrantSource.valueOf(from.name());
    }

    /** Whether whose leaves may attach has a value of a newer API in it. */
    public static boolean attachmentsUnrecognized(Optional<AttachmentGrant> grant) {
        return grant.filter(it -> source(it.from()) == GrantSource.Unrecognized
                        || it.selector().filter(Grants::unrecognized).isPresent())
                .isPresent();
    }

    /** Whether the grant has a value of a newer API in it. */
    public static boolean unrecognized(Optional<dev.hyperterse.crds.v1alpha1.Grant> grant) {
        return grant.filter(it -> it.from() == null
                        || it.from() == GrantSource.Unrecognized
                        || it.selector().filter(Grants::unrecognized).isPresent())
                .isPresent();
    }

    private static boolean unrecognized(NamespaceSelector selector) {
        return selector.matchExpressions().stream()
                .anyMatch(it -> it.operator() == null || it.operator() == LabelRequirement.Operator.Unrecognized);
    }

    private static Grant read(GrantSource from, List<String> names, Optional<NamespaceSelector> selector) {
        return switch (from) {
            case None, Unrecognized -> new Grant.None();
            case Same -> new Grant.Same();
            case Names -> new Grant.Names(Set.copyOf(names));
            case Selector -> selector.<Grant>map(Grants::selector).orElseGet(Grant.None::new);
            case All -> new Grant.All();
        };
    }

    private static Grant.Selector selector(NamespaceSelector selector) {
        var requirements = new ArrayList<Grant.Requirement>();
        selector.matchLabels()
                .forEach((label, value) ->
                        requirements.add(new Grant.Requirement(label, Grant.Requirement.Operator.In, Set.of(value))));
        selector.matchExpressions()
                .forEach(it -> requirements.add(
                        new Grant.Requirement(it.key(), operator(it.operator()), Set.copyOf(it.values()))));
        return new Grant.Selector(requirements);
    }

    private static Grant.Requirement.Operator operator(LabelRequirement.Operator operator) {
        return switch (operator) {
            case In -> Grant.Requirement.Operator.In;
            case NotIn -> Grant.Requirement.Operator.NotIn;
            case Exists -> Grant.Requirement.Operator.Exists;
            case DoesNotExist -> Grant.Requirement.Operator.DoesNotExist;
            case Unrecognized -> Grant.Requirement.Operator.Never;
            case null -> Grant.Requirement.Operator.Never;
        };
    }
}

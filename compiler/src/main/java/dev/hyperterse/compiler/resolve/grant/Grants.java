package dev.hyperterse.compiler.resolve.grant;

import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.server.AttachmentGrant;
import dev.hyperterse.crds.v1alpha1.server.AttachmentSource;
import dev.hyperterse.crds.v1alpha1.shared.GrantSource;
import dev.hyperterse.crds.v1alpha1.shared.LabelRequirement;
import dev.hyperterse.crds.v1alpha1.shared.NamespaceSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads grants as manifests spell them. What this build does not support grants nothing. */
public final class Grants {
    private Grants() {}

    /** The namespaces whose scripts may call the tool. */
    public static Grantees toCall(ToolSpec tool) {
        return of(tool.callableFrom(), new Grantees.Same());
    }

    /** @param unset what the absence of a grant means */
    static Grantees of(Optional<dev.hyperterse.crds.v1alpha1.shared.Grant> grant, Grantees unset) {
        return grant.map(it -> read(
                        Optional.ofNullable(it.from()).orElse(GrantSource.Unrecognized), it.names(), it.selector()))
                .orElse(unset);
    }

    /** The namespaces whose leaves may attach; the server's own unless it says otherwise. */
    public static Grantees ofAttachments(Optional<AttachmentGrant> grant) {
        return grant.map(it -> read(source(it.from()), it.names(), it.selector()))
                .orElse(new Grantees.Same());
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
    public static boolean unrecognized(Optional<dev.hyperterse.crds.v1alpha1.shared.Grant> grant) {
        return grant.filter(it -> it.from() == null
                        || it.from() == GrantSource.Unrecognized
                        || it.selector().filter(Grants::unrecognized).isPresent())
                .isPresent();
    }

    private static boolean unrecognized(NamespaceSelector selector) {
        return selector.matchExpressions().stream()
                .anyMatch(it -> it.operator() == null || it.operator() == LabelRequirement.Operator.Unrecognized);
    }

    private static Grantees read(GrantSource from, List<String> names, Optional<NamespaceSelector> selector) {
        return switch (from) {
            case None, Unrecognized -> new Grantees.None();
            case Same -> new Grantees.Same();
            case Names -> new Grantees.Names(Set.copyOf(names));
            case Selector -> selector.<Grantees>map(Grants::selector).orElseGet(Grantees.None::new);
            case All -> new Grantees.All();
        };
    }

    /** The namespaces that have those labels. */
    public static Grantees.Selector selector(NamespaceSelector selector) {
        var requirements = new ArrayList<Grantees.Requirement>();
        selector.matchLabels()
                .forEach((label, value) -> requirements.add(
                        new Grantees.Requirement(label, Grantees.Requirement.Operator.In, Set.of(value))));
        selector.matchExpressions()
                .forEach(it -> requirements.add(
                        new Grantees.Requirement(it.key(), operator(it.operator()), Set.copyOf(it.values()))));
        return new Grantees.Selector(requirements);
    }

    private static Grantees.Requirement.Operator operator(LabelRequirement.Operator operator) {
        return switch (operator) {
            case In -> Grantees.Requirement.Operator.In;
            case NotIn -> Grantees.Requirement.Operator.NotIn;
            case Exists -> Grantees.Requirement.Operator.Exists;
            case DoesNotExist -> Grantees.Requirement.Operator.DoesNotExist;
            case Unrecognized -> Grantees.Requirement.Operator.Never;
            case null -> Grantees.Requirement.Operator.Never;
        };
    }
}

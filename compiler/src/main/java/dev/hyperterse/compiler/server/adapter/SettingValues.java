package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.resolve.Resolved;
import dev.hyperterse.crds.v1alpha1.shared.ServerDocument;
import dev.hyperterse.crds.v1alpha1.shared.Setting;
import java.util.List;
import java.util.Optional;

/** Resolves the settings of one adapter that may be secret, and moves them into its values. */
record SettingValues(References references, SettingText settings, AdapterValues values) {
    Optional<ValueKey> setting(String name, Optional<Setting> setting, String path, List<Problem> problems) {
        return setting.flatMap(it -> put(name, value(it, path), problems));
    }

    Checked<String> value(Setting setting, String path) {
        return references
                .referred(setting, path)
                .map(it -> it.map(Resolved::text))
                .or(() -> setting.value().map(text -> settings.render(text, path + ".value", Reason.InvalidAdapter)
                        .map(SettingText.Rendered::text)))
                .orElseGet(() -> Checked.faulty(Reason.InvalidAdapter.problem(
                        path, "one-source", "the setting has no value", "set value or valueFrom")));
    }

    Optional<ValueKey> pem(String name, Optional<ServerDocument> pem, String path, List<Problem> problems) {
        return pem.flatMap(it -> put(
                name,
                references
                        .document(it, path)
                        .then(text -> text.text().contains("-----BEGIN ")
                                ? Checked.sound(text.text())
                                : Checked.faulty(Reason.InvalidAdapter.problem(
                                        path, "pem", "the document is not PEM", "it has a line -----BEGIN ...-----"))),
                problems));
    }

    Optional<ValueKey> document(String name, ServerDocument document, String path, List<Problem> problems) {
        return put(name, references.document(document, path).map(Resolved::text), problems);
    }

    Optional<ValueKey> put(String name, Checked<String> value, List<Problem> problems) {
        return value.valid(problems).map(text -> values.put(name, text));
    }
}

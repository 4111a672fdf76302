package dev.hyperterse.compiler.resolve;

import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.shared.KeyRef;
import dev.hyperterse.crds.v1alpha1.shared.ServerDocument;
import dev.hyperterse.crds.v1alpha1.shared.Setting;
import dev.hyperterse.crds.v1alpha1.shared.ValueSource;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Follows references to ConfigMaps and Secrets of one namespace, and names exactly what is missing. */
public final class References {
    private final Documents documents;
    private final String namespace;
    private final boolean readableOnly;

    private References(Documents documents, String namespace, boolean readableOnly) {
        this.documents = documents;
        this.namespace = namespace;
        this.readableOnly = readableOnly;
    }

    /** Those of a server: its author can read every ConfigMap of its namespace by the pods it makes. */
    public static References ofServer(Documents documents, String namespace) {
        return new References(documents, namespace, false);
    }

    /** Those of tools, prompts and resources. A ConfigMap that is not readable to them looks like one that does not exist. */
    public static References ofDefinitions(Documents documents, String namespace) {
        return new References(documents, namespace, true);
    }

    /** The content of a ConfigMap's key, text or bytes. */
    public Checked<DocumentContent> content(KeyRef reference, String path) {
        var configMap =
                documents.configMap(namespace, reference.name()).filter(entries -> entries.readable() || !readableOnly);
        if (configMap.isEmpty()) {
            if (documents.hasNoRoomFor(ObjectName.configMap(namespace, reference.name()), readableOnly)) {
                return Checked.faulty(noRoom("ConfigMap", reference.name(), path));
            }
            if (documents.forbids(ObjectName.configMap(namespace, reference.name()))) {
                return Checked.faulty(forbiddenConfigMap(reference.name(), path));
            }
            return Checked.faulty(
                    readableOnly
                            ? notReadable(reference, path)
                            : missing(Reason.ConfigMapNotFound, "ConfigMap", reference.name(), path));
        }
        return configMap
                .get()
                .find(reference.key())
                .<DocumentContent>map(
                        text -> new DocumentContent.Text(text, configMap.get().quotable()))
                .or(() -> configMap
                        .get()
                        .findBinary(reference.key())
                        .map(bytes -> new DocumentContent.Binary(new Bytes(bytes))))
                .map(Checked::sound)
                .orElseGet(() -> Checked.faulty(missingKey("ConfigMap", reference, path)));
    }

    /**
     * The script of a leaf, with the files beside it where it is in a ConfigMap.
     *
     * @param name of an inline script, without an ending
     * @param language where the author says it
     */
    public Checked<ScriptSource> script(
            Document source, String path, String name, Optional<ScriptSource.Language> language) {
        if (source.inline().isPresent()) {
            var written = language.orElse(ScriptSource.Language.JAVASCRIPT);
            var file = name + (written == ScriptSource.Language.TYPESCRIPT ? ".ts" : ".js");
            return Checked.sound(ScriptSource.of(file, written, source.inline().get()));
        }
        return source.configMapKeyRef()
                .map(reference -> configMapText(reference, path + ".configMapKeyRef")
                        .map(_ -> new ScriptSource(
                                reference.key(),
                                language.orElseGet(() -> ScriptSource.Language.of(reference.key())),
                                ImportableKeys.reachable(reference.key(), texts(reference)))))
                .orElseGet(() -> Checked.faulty(neither(path, "inline or configMapKeyRef")));
    }

    /** Whether messages may quote the texts of that ConfigMap. */
    public boolean quotes(KeyRef reference) {
        return documents
                .configMap(namespace, reference.name())
                .filter(Entries::quotable)
                .isPresent();
    }

    private Map<String, String> texts(KeyRef reference) {
        return documents
                .configMap(namespace, reference.name())
                .map(Entries::text)
                .orElseGet(Map::of);
    }

    /** A document of a leaf: inline, or a text out of a ConfigMap. */
    public Checked<String> document(Document document, String path) {
        return document.inline()
                .map(Checked::sound)
                .or(() -> document.configMapKeyRef()
                        .map(reference -> configMapText(reference, path + ".configMapKeyRef")
                                .map(Resolved::text)))
                .orElseGet(() -> Checked.faulty(neither(path, "inline or configMapKeyRef")));
    }

    /** A document of the server; its text may be secret. */
    public Checked<Resolved> document(ServerDocument document, String path) {
        return document.inline()
                .map(text -> Checked.sound(new Resolved(text, false)))
                .or(() -> document.configMapKeyRef()
                        .map(reference -> configMapText(reference, path + ".configMapKeyRef")))
                .or(() -> document.secretKeyRef().map(reference -> secret(reference, path + ".secretKeyRef")))
                .orElseGet(() -> Checked.faulty(neither(path, "inline, configMapKeyRef or secretKeyRef")));
    }

    /** The document that a setting refers to; its inline value is left to the caller, who may have placeholders to resolve in it. */
    public Optional<Checked<Resolved>> referred(Setting setting, String path) {
        return setting.valueFrom().map(source -> value(source, path + ".valueFrom"));
    }

    public Checked<Resolved> value(ValueSource source, String path) {
        return source.configMapKeyRef()
                .map(reference -> configMapText(reference, path + ".configMapKeyRef"))
                .or(() -> source.secretKeyRef().map(reference -> secret(reference, path + ".secretKeyRef")))
                .orElseGet(() -> Checked.faulty(neither(path, "configMapKeyRef or secretKeyRef")));
    }

    /** All entries of a Secret of the server, each of which is to be a text. */
    public Checked<SortedMap<String, Checked<String>>> secretEntries(String name, String path) {
        var secret = documents.wholeSecret(namespace, name);
        if (secret.isEmpty()) {
            return Checked.faulty(missingSecret(name, path));
        }
        var entries = new TreeMap<String, Checked<String>>();
        secret.get().text().forEach((key, text) -> entries.put(key, Checked.sound(text)));
        secret.get()
                .binary()
                .keySet()
                .forEach(key -> entries.put(key, Checked.faulty(notText("Secret", new KeyRef(name, key), path))));
        return Checked.sound(entries);
    }

    private Checked<Resolved> configMapText(KeyRef reference, String path) {
        return content(reference, path).then(content -> switch (content) {
            case DocumentContent.Text written -> Checked.sound(new Resolved(written.text(), false));
            case DocumentContent.Binary _ -> Checked.faulty(notText("ConfigMap", reference, path));
        });
    }

    private Checked<Resolved> secret(KeyRef reference, String path) {
        var secret = documents.secret(namespace, reference.name());
        if (secret.isEmpty()) {
            return Checked.faulty(missingSecret(reference.name(), path));
        }
        if (secret.get().findBinary(reference.key()).isPresent()) {
            return Checked.faulty(notText("Secret", reference, path));
        }
        return secret.get()
                .find(reference.key())
                .map(text -> Checked.sound(new Resolved(text, true)))
                .orElseGet(() -> Checked.faulty(missingKey("Secret", reference, path)));
    }

    private Problem missingSecret(String name, String path) {
        if (documents.hasNoRoomFor(ObjectName.secret(namespace, name), false)) {
            return noRoom("Secret", name, path);
        }
        return documents.forbids(ObjectName.secret(namespace, name))
                ? forbiddenSecret(name, path)
                : missing(Reason.SecretNotFound, "Secret", name, path);
    }

    private Problem missing(Reason reason, String kind, String name, String path) {
        return reason.problem(
                path + ".name",
                "reference-exists",
                "%s %s/%s does not exist".formatted(kind, namespace, name),
                "create it, or fix the name");
    }

    private Problem notReadable(KeyRef reference, String path) {
        return Reason.ConfigMapNotFound.problem(
                path + ".name",
                "reference-is-readable",
                "ConfigMap %s/%s does not exist or is not labelled %s=true"
                        .formatted(namespace, reference.name(), Entries.READABLE_LABEL),
                "create it, fix the name, or ask its owner to run kubectl -n %s label configmap %s %s=true"
                        .formatted(namespace, reference.name(), Entries.READABLE_LABEL));
    }

    private Problem noRoom(String kind, String name, String path) {
        return Reason.OperatorFull.problem(
                path + ".name",
                "references-fit",
                "%s %s/%s is not read: the ConfigMaps and Secrets that this namespace refers to exceed its share of the operator's memory"
                        .formatted(kind, namespace, name),
                "refer to fewer or smaller ones in this namespace, or raise the memory limit of the operator");
    }

    /** Of another namespace than the server's: in that one, nothing is compiled without the right. */
    private Problem forbiddenConfigMap(String name, String path) {
        return Reason.ConfigMapNotFound.problem(
                path + ".name",
                "configmaps-are-readable",
                mayNotRead("ConfigMaps", name),
                "write the text inline, or have the namespace added to configMapNamespaces of the operator's chart");
    }

    private Problem forbiddenSecret(String name, String path) {
        return Reason.OperatorForbidden.problem(
                path + ".name",
                "secrets-are-readable",
                mayNotRead("Secrets", name),
                "create a RoleBinding in namespace %s that binds ClusterRole hyperterse-operator-gateway to the ServiceAccount of the operator"
                        .formatted(namespace));
    }

    private String mayNotRead(String objects, String name) {
        return "the operator may not get, list and watch %s in namespace %s, so it cannot read %s"
                .formatted(objects, namespace, name);
    }

    private Problem missingKey(String kind, KeyRef reference, String path) {
        return Reason.KeyNotFound.problem(
                path + ".key",
                "reference-key-exists",
                "%s %s/%s has no key '%s'".formatted(kind, namespace, reference.name(), reference.key()),
                "add the key, or fix its name");
    }

    private Problem notText(String kind, KeyRef reference, String path) {
        return Reason.InvalidContent.problem(
                path + ".key",
                "reference-is-text",
                "'%s' of %s %s/%s is not UTF-8 text".formatted(reference.key(), kind, namespace, reference.name()),
                "store it as text");
    }

    private static Problem neither(String path, String choices) {
        return Reason.InvalidSpec.problem(path, "one-source", "no source is set", "set " + choices);
    }
}

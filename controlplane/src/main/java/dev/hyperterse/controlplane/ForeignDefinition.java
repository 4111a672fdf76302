package dev.hyperterse.controlplane;

/** A CustomResourceDefinition of another product: the module that has it, and the file in there. */
public enum ForeignDefinition {
    POD_MONITOR(
            "github.com/prometheus-operator/prometheus-operator@v0.85.0",
            "example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml"),
    PROMETHEUS_RULE(
            "github.com/prometheus-operator/prometheus-operator@v0.85.0",
            "example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml"),
    HTTP_ROUTE("sigs.k8s.io/gateway-api@v1.4.1", "config/crd/standard/gateway.networking.k8s.io_httproutes.yaml"),
    APPLICATION("github.com/argoproj/argo-cd/v3@v3.2.1", "manifests/crds/application-crd.yaml"),
    APP_PROJECT("github.com/argoproj/argo-cd/v3@v3.2.1", "manifests/crds/appproject-crd.yaml"),
    EXTERNAL_SECRET(
            "github.com/external-secrets/external-secrets@v0.16.2",
            "config/crds/bases/external-secrets.io_externalsecrets.yaml"),
    CERTIFICATE("github.com/cert-manager/cert-manager@v1.19.2", "deploy/crds/cert-manager.io_certificates.yaml"),
    OCI_REPOSITORY(
            "github.com/fluxcd/source-controller@v1.8.0",
            "config/crd/bases/source.toolkit.fluxcd.io_ocirepositories.yaml");

    private final String module;
    private final String file;

    ForeignDefinition(String module, String file) {
        this.module = module;
        this.file = file;
    }

    /** With its version, as {@code go mod download} takes it. */
    String module() {
        return module;
    }

    /** Its name in the archive of the module. */
    String entry() {
        return module + "/" + file;
    }

    /** Of its own for each version. */
    String fileName() {
        return module.substring(module.indexOf('@') + 1) + "-" + file.substring(file.lastIndexOf('/') + 1);
    }
}

package dev.hyperterse.controlplane;

import java.util.List;

/** A program of the control plane, and how it is built. */
public enum Program {
    ETCD("etcd", "go.etcd.io/etcd/server/v3", "-s -w"),
    KUBE_APISERVER("kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver", Program.KUBERNETES_FLAGS),
    KUBE_CONTROLLER_MANAGER(
            "kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager", Program.KUBERNETES_FLAGS),
    KUBECTL("kubectl", "k8s.io/kubernetes/cmd/kubectl", Program.KUBERNETES_FLAGS);

    private static final String VERSION_PACKAGE = "k8s.io/component-base/version";

    // Without these the programs call themselves v0.0.0-master, and refuse feature gates by version.
    private static final String KUBERNETES_FLAGS = "-s -w -X " + VERSION_PACKAGE + ".gitVersion=v1.35.4 -X "
            + VERSION_PACKAGE + ".gitMajor=1 -X " + VERSION_PACKAGE + ".gitMinor=35 -X " + VERSION_PACKAGE
            + ".gitTreeState=clean";

    private final String fileName;
    private final String goPackage;
    private final String linkerFlags;

    Program(String fileName, String goPackage, String linkerFlags) {
        this.fileName = fileName;
        this.goPackage = goPackage;
        this.linkerFlags = linkerFlags;
    }

    String fileName() {
        return fileName;
    }

    /** The command that writes the program to {@code output}, relative to the directory of the Go module. */
    List<String> buildCommand(String go, String output) {
        return List.of(go, "build", "-trimpath", "-ldflags", linkerFlags, "-o", output, goPackage);
    }
}

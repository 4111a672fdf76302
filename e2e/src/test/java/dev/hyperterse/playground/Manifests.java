package dev.hyperterse.playground;

/** What the tests apply. */
final class Manifests {
    private Manifests() {}

    /** @param environment more entries of env, indented by ten */
    static String deployment(String name, int replicas, String environment) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %1$s}
                spec:
                  replicas: %2$d
                  selector: {matchLabels: {app: %1$s}}
                  strategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}
                  template:
                    metadata: {labels: {app: %1$s}}
                    spec:
                      terminationGracePeriodSeconds: 20
                      containers:
                        - name: specimen
                          image: test/specimen:1
                          args: [--loud]
                          ports: [{name: http, containerPort: 8080}]
                          resources: {limits: {memory: 64Mi}}
                          startupProbe: {httpGet: {path: /name, port: http}, periodSeconds: 1, failureThreshold: 60}
                          readinessProbe: {httpGet: {path: /ready, port: http}, periodSeconds: 1, failureThreshold: 1, timeoutSeconds: 10}
                          livenessProbe: {httpGet: {path: /alive, port: http}, periodSeconds: 1, failureThreshold: 2, timeoutSeconds: 10}
                          lifecycle: {preStop: {sleep: {seconds: 2}}}
                          volumeMounts:
                            - {name: files, mountPath: /etc/files}
                            - {name: scratch, mountPath: /var/scratch}
                            - {name: temporary, mountPath: /tmp}
                          env:
                          - {name: POD_NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
                          - {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
                          - {name: SERVICE_ACCOUNT, value: /var/run/secrets/kubernetes.io/serviceaccount}
                          - {name: FILES, value: /etc/files}
                          - {name: SCRATCH, value: /var/scratch}
                %3$s
                      volumes:
                        - {name: files, configMap: {name: files, optional: true}}
                        - {name: scratch, emptyDir: {medium: Memory}}
                        - {name: temporary, emptyDir: {}}
                """.formatted(name, replicas, environment.indent(16).replaceAll("(?m)^ +- ", "          - "));
    }

    static String service(String name) {
        return """
                apiVersion: v1
                kind: Service
                metadata: {name: %1$s}
                spec:
                  selector: {app: %1$s}
                  ports: [{port: 80, targetPort: http}]
                """.formatted(name);
    }
}

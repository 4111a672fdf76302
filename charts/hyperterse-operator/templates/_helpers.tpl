{{- /* Every value may be missing, and is its default then: --set NAME=null takes one away, and an upgrade with --reuse-values has the
defaults of the older chart. What is on by default is off only where its value is false. */ -}}
{{- define "hyperterse-operator.labels" -}}
app.kubernetes.io/name: hyperterse-operator
app.kubernetes.io/part-of: hyperterse
app.kubernetes.io/version: {{ .Chart.AppVersion }}
{{- end }}

{{- define "hyperterse-operator.selector" -}}
app.kubernetes.io/name: hyperterse-operator
{{- end }}

{{- define "hyperterse-operator.image" -}}
{{ (.Values.image).repository | default "hyperterse/operator" }}
{{- if (.Values.image).digest }}@{{ .Values.image.digest }}{{ else }}:{{ (.Values.image).tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "hyperterse-operator.replicas" -}}
{{- if kindIs "invalid" .Values.replicaCount }}2{{ else }}{{ int .Values.replicaCount }}{{ end }}
{{- end }}

{{- /* With its tag beside a digest: the operator tells the version of the runtime by the tag. */ -}}
{{- define "hyperterse-operator.runtimeImage" -}}
{{ (.Values.runtimeImage).repository | default "hyperterse/runtime" }}:{{ (.Values.runtimeImage).tag | default .Chart.AppVersion }}
{{- with (.Values.runtimeImage).digest }}@{{ . }}{{ end }}
{{- end }}

{{- /* Whether the operator reads all namespaces: something, or nothing. */ -}}
{{- define "hyperterse-operator.everywhere" -}}
{{- if eq (.Values.scope | default "Cluster") "Cluster" }}true{{ end }}
{{- end }}

{{- /* A JSON list in {"names": ...}: what the operator reads; empty for all namespaces. */ -}}
{{- define "hyperterse-operator.scope" -}}
{{- if eq (.Values.scope | default "Cluster") "Release" }}{{ dict "names" (list .Release.Namespace) | toJson }}
{{- else if not (include "hyperterse-operator.everywhere" .) }}{{ dict "names" (.Values.namespaces | default list) | toJson }}
{{- else }}{{ dict "names" list | toJson }}{{ end }}
{{- end }}

{{- define "hyperterse-operator.gateways" -}}
{{- if eq (.Values.scope | default "Cluster") "Release" }}{{ dict "names" (list .Release.Namespace) | toJson }}
{{- else }}{{ dict "names" (.Values.gatewayNamespaces | default list) | toJson }}{{ end }}
{{- end }}

{{- /* Refuses a namespace that another installation works in, as far as the one who installs may see it: who may install for
the cluster holds what the operator is granted, such as listing RoleBindings. Without its CRDs no other one works, and
rendering without a cluster knows of none. */ -}}
{{- define "hyperterse-operator.alone" -}}
{{- if not (.Capabilities.APIVersions.Has "hyperterse.dev/v1alpha1") }}
{{- else if include "hyperterse-operator.everywhere" . }}
{{- range (lookup "rbac.authorization.k8s.io/v1" "RoleBinding" "" "").items }}
{{- if and (eq .metadata.name "hyperterse-operator-scope") (not (has .metadata.namespace ($.Values.excludedNamespaces | default list))) }}
{{- $namespace := .metadata.namespace }}
{{- range .subjects }}
{{- if ne .namespace $.Release.Namespace }}
{{- fail (printf "the operator in namespace %q works in namespace %q: add %q to excludedNamespaces, or uninstall that one; if it is gone, delete RoleBinding hyperterse-operator-scope there" .namespace $namespace $namespace) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- else }}
{{- range $namespace := (include "hyperterse-operator.scope" . | fromJson).names }}
{{- range (lookup "rbac.authorization.k8s.io/v1" "RoleBinding" $namespace "hyperterse-operator-gateway").subjects }}
{{- if ne .namespace $.Release.Namespace }}
{{- fail (printf "namespace %q is a gateway namespace of the operator in namespace %q: leave it to that one, or take it out of its gatewayNamespaces and add it to its excludedNamespaces" $namespace .namespace) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "hyperterse-operator.subjects" -}}
subjects:
  - kind: ServiceAccount
    name: hyperterse-operator
    namespace: {{ .Release.Namespace }}
{{- end }}

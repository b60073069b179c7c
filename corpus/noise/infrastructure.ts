/** What is written for machines that run software. */
export const INFRASTRUCTURE = {
  "terraform plan": [
    "      + arn                    = (known after apply)\n      + secret                 = (sensitive value)\n      + id                     = (known after apply)\n",
    '  # module.{name}.aws_iam_access_key.{snake} will be created\n  + resource "aws_iam_access_key" "{snake}" {\n      + encrypted_secret = (known after apply)\n      + secret           = (sensitive value)\n      + status           = "Active"\n    }\n\n',
    '      ~ user_data              = "{hex:40}" -> "{hex:40}" # forces replacement\n',
    '      + vpc_id                 = "vpc-0{hex:16}"\n      + subnet_ids             = ["subnet-0{hex:16}", "subnet-0{hex:16}"]\n',
    "Plan: {digits:2} to add, {digits:1} to change, {digits:1} to destroy.\n",
    "{name}_{name}.{snake}: Refreshing state... [id={lower_digits:14}]\n",
  ],
  terraform: [
    'resource "{name}_{name}" "{snake}" {\n  name     = "{kebab}"\n  password = var.{snake}_password\n  tags     = { {Name} = "{word}" }\n}\n\n',
    'variable "{snake}_secret" {\n  type        = string\n  sensitive   = true\n  description = "{sentence}"\n}\n\n',
    'data "aws_secretsmanager_secret_version" "{snake}" {\n  secret_id = aws_secretsmanager_secret.{snake}.id\n}\n\n',
    'output "{snake}_token" {\n  value     = random_password.{snake}.result\n  sensitive = true\n}\n\n',
  ],
  kubernetes: [
    "        - name: {CONST}_PASSWORD\n          valueFrom:\n            secretKeyRef:\n              name: {kebab}-credentials\n              key: password\n",
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {kebab}\n  labels:\n    app.example/{name}: {kebab}\n  uid: {uuid}\n  resourceVersion: "{digits:9}"\nspec:\n  replicas: {digits:1}\n',
    "      volumes:\n        - name: {name}-token\n          secret:\n            secretName: {kebab}-tls\n            defaultMode: 420\n",
    "apiVersion: external-secrets.example/v1\nkind: ExternalSecret\nspec:\n  data:\n    - secretKey: {name}-password\n      remoteRef:\n        key: prod/{name}/{name}\n",
    "      imagePullSecrets:\n        - name: {kebab}-registry\n      serviceAccountName: {kebab}\n",
    '          image: registry.example/{name}/{kebab}:{digits:1}.{digits:2}.{digits:1}@sha256:{hex:64}\n          args: ["--{kebab}={digits:4}", "--token-file=/var/run/secrets/{name}/token"]\n',
  ],
  pipelines: [
    "      - name: {Word} {word}\n        uses: {lower:7}/{kebab}@{hex:40} # v{digits:1}\n        with:\n          token: ${{ secrets.GITHUB_TOKEN }}\n",
    '  {kebab}:\n    image: {name}:{digits:2}\n    script:\n      - {name} login -u "$CI_USER" -p "$CI_PASSWORD" $CI_REGISTRY\n      - {name} push {kebab}:${CI_COMMIT_SHA}\n',
    "  - task: {Pascal}@{digits:1}\n    inputs:\n      connectionName: '{kebab}'\n      secret: $({camel}Secret)\n",
    "[Pipeline] withCredentials\nMasking supported pattern matches of ${CONST}_TOKEN\n[Pipeline] sh\n+ {name} deploy --revision {hex:40}\n",
    "2026-03-0{digits:1}T1{digits:1}:{one:01|22|48}:{one:10|33}.{digits:7}Z ##[group]Run {lower:6}/{kebab}@v{digits:1}\n",
  ],
  compose: [
    '  {kebab}:\n    image: {name}:{digits:2}.{digits:1}-alpine\n    environment:\n      POSTGRES_PASSWORD_FILE: /run/secrets/{name}_password\n      {CONST}: ${{CONST}:-{word}}\n    ports:\n      - "{digits:4}:{digits:4}"\n',
    "RUN --mount=type=secret,id={name} {name} install --token-file /run/secrets/{name}\nENV {CONST}={digits:4}\nCOPY --chown={digits:4}:{digits:4} {name}/ /srv/{kebab}/\n",
    "[Service]\nEnvironmentFile=/etc/{kebab}/{name}.env\nLoadCredential={name}:/etc/credstore/{kebab}\nExecStart=/usr/bin/{kebab} --{kebab} {digits:4}\n",
    "- name: {Word} the {name}\n  ansible.builtin.user:\n    name: {name}\n    password: \"{{ {snake}_password | password_hash('sha512') }}\"\n  no_log: true\n",
  ],
  "public keys": [
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{base64:43} {name}@{kebab}.example\n",
    "{kebab}.example,10.0.{one:3|12}.{one:8|99} ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{base64:509}=\n",
    "-----BEGIN CERTIFICATE-----\nMIID{base64:60}\n{base64:64}\n{base64:64}\n{base64:64}\n{base64:64}\n{base64:64}\n{base64:38}==\n-----END CERTIFICATE-----\n",
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A{base64:32}\n{base64:64}\n{base64:64}\n{base64:64}\n{base64:56}==\n-----END PUBLIC KEY-----\n",
    "-----BEGIN PGP SIGNATURE-----\n\niQIz{base64:60}\n{base64:64}\n{base64:64}\n{base64:64}\n={base64:4}\n-----END PGP SIGNATURE-----\n",
    "256 SHA256:{base64:43} {name}@{kebab} (ED25519)\n2048 MD5:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2} (RSA)\n",
    "        X509v3 Subject Key Identifier:\n            {HEX:2}:{HEX:2}:{HEX:2}:{HEX:2}:{HEX:2}:{HEX:2}:{HEX:2}:{HEX:2}:{HEX:2}:{HEX:2}:{HEX:2}:{HEX:2}\n        Serial Number: {hex:32}\n",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export interface ScrapeJob {
  id: string;
  domain: string;
  job_type: string;
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
  priority: number;
  config: Record<string, any>;
  metadata: Record<string, any>;
  [member: string]: any;
}

export class ScrapeJobManager {
  constructor(options?: { url?: string; token?: string });
  fetch(path: string, init?: RequestInit): Promise<Response>;
  createJob(job: Partial<ScrapeJob>): Promise<ScrapeJob>;
  getJob(id: string): Promise<ScrapeJob>;
  updateJob(id: string, update: Record<string, any>): Promise<ScrapeJob>;
  cancelJob(id: string): Promise<ScrapeJob>;
  retryJob(id: string): Promise<ScrapeJob>;
}

export const scrapeJobManager: ScrapeJobManager;
export const fetch: ScrapeJobManager['fetch'];
